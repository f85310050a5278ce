"""One dealer's procedure each, in the order of the law's paragraphs."""
