// Keys as words.

/** `hard total` as `Hard total`. */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** `double_on` as `Double on`, `kings-bounty` as `Kings bounty`. */
export const spoken = (key) => capital(key.replaceAll(/[_-]/g, " "));
