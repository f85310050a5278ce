/* The yardstick of benchmarks/simulate.py: six decks, basic strategy with doubles and splits, card
 * by card from a shoe, as one would write it. Compile: cc -O2 -shared -fPIC -o blackjack.so
 * blackjack.c. The chart comes in as an argument: rows by total, 10 cells by upcard, the ace first;
 * 0 stand, 1 hit, 2 double else hit, 3 double else stand; for pairs 1 splits. */
#include <stdint.h>

#define CARDS 312
#define CUT 234

static uint64_t s[4];
static uint8_t shoe[CARDS];
static int pos;
static const uint8_t *hard, *soft, *pairs;

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next(void) {
    uint64_t result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

static inline int draw(void) {
    int left = CARDS - pos, j = pos + (int)(((next() >> 32) * (uint64_t)left) >> 32);
    uint8_t card = shoe[j];
    shoe[j] = shoe[pos];
    shoe[pos++] = card;
    return card;
}

typedef struct { int hard, aces, cards; } Hand;

static inline void add(Hand *hand, int card) {
    hand->hard += card;
    hand->aces += card == 1;
    hand->cards++;
}

static inline int total(const Hand *hand) {
    return hand->aces && hand->hard <= 11 ? hand->hard + 10 : hand->hard;
}

typedef struct { int total, stake; } Ended;

static int play(Hand hand, int first, int up, int made, int after_split, Ended *out) {
    if (hand.cards == 1) {
        int card = draw();
        add(&hand, card);
        if (first == 1) { /* aces are split once, for one card each */
            out->total = total(&hand);
            out->stake = 1;
            return 1;
        }
        if (card == first && made < 4 && pairs[(first - 1) * 10 + up - 1]) {
            Hand one = {first, 0, 1};
            int n = play(one, first, up, made + 1, 1, out);
            return n + play(one, first, up, made + n, 1, out + n);
        }
    }
    int stake = 1;
    for (;;) {
        int now = total(&hand);
        if (now >= 21) break;
        int is_soft = hand.aces && hand.hard <= 11;
        int act = (is_soft ? soft : hard)[now * 10 + up - 1];
        if (act >= 2) {
            if (hand.cards == 2) {
                stake = 2;
                add(&hand, draw());
                break;
            }
            act = act == 2;
        }
        if (act == 0) break;
        add(&hand, draw());
    }
    (void)after_split;
    out->total = total(&hand);
    out->stake = stake;
    return 1;
}

static int deal(void) {
    int a = draw(), up = draw(), b = draw(), hole = draw();
    Hand mine = {0, 0, 0}, dealer = {0, 0, 0};
    add(&mine, a);
    add(&mine, b);
    add(&dealer, up);
    add(&dealer, hole);
    int natural = total(&mine) == 21, theirs = total(&dealer) == 21;
    if (natural || theirs) return natural && theirs ? 0 : natural ? 3 : -2;
    Ended ended[8];
    int n;
    if (a == b && pairs[(a - 1) * 10 + up - 1]) {
        Hand one = {a, a == 1, 1};
        n = play(one, a, up, 2, 1, ended);
        n += play(one, a, up, 1 + n, 1, ended + n);
    } else {
        n = play(mine, 0, up, 1, 0, ended);
    }
    int live = 0, net = 0;
    for (int i = 0; i < n; i++) live |= ended[i].total <= 21;
    if (live)
        while (total(&dealer) < 17) add(&dealer, draw());
    int final = total(&dealer);
    for (int i = 0; i < n; i++) {
        int stake = 2 * ended[i].stake, points = ended[i].total;
        if (points > 21) net -= stake;
        else if (final > 21 || points > final) net += stake;
        else if (points < final) net -= stake;
    }
    return net;
}

/* So many rounds; twice what they net. */
int64_t run(int64_t rounds, uint64_t seed, const uint8_t *h, const uint8_t *t, const uint8_t *p) {
    hard = h;
    soft = t;
    pairs = p;
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        s[i] = z ^ (z >> 31);
    }
    for (int i = 0; i < CARDS; i++) shoe[i] = i % 13 >= 9 ? 10 : i % 13 + 1;
    int64_t net = 0;
    pos = 0;
    for (int64_t n = 0; n < rounds; n++) {
        if (pos >= CUT) pos = 0;
        net += deal();
    }
    return net;
}
