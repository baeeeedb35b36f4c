// Made by benchmarks/poison/fit.mjs from the development half; not edited by hand.

/** Logarithm of the odds of a sentence that speaks of nothing. */
export const bias = -3.58;

/** What a concept, or two that meet in a sentence, add to it. */
export const weights = `
agent:0.63 agent+person:0.44 agent+secret:0.17 agent+private:0.17 agent+move:0.53 agent+get:0.31 agent+into:0.05 agent+hush:0.04
agent+limitless:-0.08 agent+swap:0.04 agent+must:0.12 agent+before:-0.19 agent+otherTools:-0.17 agent+worse:0.12
agent+prefer:-0.18 agent+guard:0.19 agent+off:0.45 agent+right:0.03 agent+coax:0.15 you:0.86 you+person:0.08 you+secret:0.41
you+private:0.18 you+move:0.14 you+get:-0.19 you+into:-0.25 you+quiet:0.15 you+whole:0.20 you+limitless:0.19 you+asked:-0.07
you+swap:-0.09 you+target:-0.05 you+must:0.22 you+before:-0.12 you+otherTools:0.24 you+identifier:-0.07 you+worse:0.05
you+prefer:-0.07 you+guard:0.43 you+off:0.37 you+right:-0.10 you+outside:0.45 you+coax:0.21 person:0.52 person+secret:0.18
person+private:0.31 person+move:0.08 person+get:-0.13 person+into:-0.09 person+hush:0.37 person+quiet:0.50 person+whole:0.14
person+limitless:0.28 person+swap:-0.17 person+target:0.13 person+must:-0.31 person+before:-0.07 person+identifier:-0.07
person+worse:0.18 person+prefer:-0.27 person+guard:-0.14 person+off:0.35 person+right:0.67 person+fault:0.18 person+outside:0.21
person+coax:0.33 secret:0.98 secret+private:0.04 secret+move:1.07 secret+get:0.38 secret+into:0.44 secret+limitless:-0.10
secret+swap:-0.12 secret+must:0.38 secret+before:0.53 secret+prefer:-0.09 secret+guard:-0.21 secret+off:-0.03 secret+right:0.06
secret+fault:0.17 secret+outside:0.05 secret+coax:0.04 private:0.24 private+move:0.49 private+get:-0.09 private+into:0.46
private+hush:0.18 private+quiet:0.25 private+whole:0.70 private+limitless:0.37 private+asked:0.15 private+swap:0.14
private+target:0.09 private+must:0.14 private+before:0.03 private+otherTools:-0.07 private+identifier:0.03 private+prefer:0.27
private+guard:0.11 private+off:0.05 private+right:0.30 private+outside:0.48 private+coax:0.38 move:0.39 move+get:0.76
move+into:0.64 move+hush:0.12 move+quiet:0.68 move+whole:0.23 move+limitless:0.26 move+swap:-0.40 move+target:0.28 move+must:0.17
move+before:-0.08 move+otherTools:0.05 move+identifier:-0.09 move+prefer:0.24 move+guard:-0.53 move+off:0.14 move+right:-0.12
move+fault:0.05 move+outside:0.40 move+coax:0.37 get+into:0.10 get+hush:-0.16 get+quiet:0.14 get+limitless:0.10 get+asked:-0.06
get+swap:-0.34 get+target:-0.08 get+before:-0.06 get+identifier:-0.13 get+worse:-0.05 get+prefer:-0.30 get+guard:-0.06
get+off:-0.17 get+right:0.05 get+fault:-0.12 get+outside:0.05 get+coax:0.23 into:0.32 into+hush:-0.15 into+whole:0.11
into+limitless:0.04 into+swap:-0.08 into+target:0.04 into+must:-0.05 into+before:0.21 into+otherTools:0.09 into+identifier:-0.06
into+prefer:0.15 into+guard:0.09 into+off:0.19 into+right:-0.09 into+coax:0.17 hush:0.49 hush+quiet:0.17 hush+whole:0.05
hush+limitless:0.15 hush+asked:0.15 hush+swap:-0.12 hush+target:-0.04 hush+must:0.05 hush+before:0.28 hush+identifier:-0.09
hush+worse:0.05 hush+prefer:0.20 hush+off:0.31 hush+right:0.30 hush+fault:0.05 hush+outside:0.05 quiet:1.73 quiet+limitless:0.33
quiet+swap:0.31 quiet+target:0.56 quiet+must:0.05 quiet+before:0.23 quiet+guard:0.03 quiet+off:0.17 quiet+right:0.20
quiet+outside:0.11 whole:0.58 whole+asked:0.05 whole+swap:0.15 whole+must:-0.04 whole+before:-0.32 whole+otherTools:0.29
whole+identifier:0.24 whole+prefer:0.28 whole+guard:0.56 whole+off:0.30 whole+right:0.39 whole+fault:-0.06 whole+outside:0.09
whole+coax:0.29 limitless:1.01 limitless+asked:0.38 limitless+swap:0.33 limitless+target:0.33 limitless+must:-0.07
limitless+before:0.45 limitless+otherTools:-0.07 limitless+identifier:0.37 limitless+worse:0.13 limitless+prefer:0.15
limitless+guard:-0.12 limitless+off:0.06 limitless+right:0.31 limitless+fault:-0.06 limitless+outside:0.40 limitless+coax:0.17
asked:0.27 asked+swap:0.21 asked+target:0.49 asked+must:0.12 asked+before:-0.21 asked+otherTools:0.10 asked+identifier:0.03
asked+prefer:0.05 asked+guard:-0.12 asked+off:-0.05 asked+right:-0.03 asked+outside:0.25 swap:0.41 swap+target:0.63
swap+must:-0.06 swap+before:0.08 swap+otherTools:0.14 swap+identifier:0.47 swap+prefer:0.41 swap+guard:-0.32 swap+off:-0.49
swap+right:0.08 swap+fault:-0.11 swap+outside:0.54 swap+coax:0.14 target:0.40 target+must:0.15 target+before:0.06
target+identifier:0.10 target+prefer:-0.04 target+guard:-0.12 target+off:0.05 target+right:0.18 target+fault:0.03
target+outside:0.45 target+coax:0.05 must:0.49 must+before:-0.52 must+worse:0.14 must+prefer:-0.13 must+guard:-0.11 must+off:0.29
must+right:0.12 must+fault:0.09 must+outside:0.57 must+coax:0.04 before:0.20 before+otherTools:0.30 before+identifier:0.14
before+worse:0.40 before+prefer:-0.14 before+guard:-0.08 before+off:0.22 before+right:0.19 before+fault:-0.11 before+outside:0.30
before+coax:0.19 otherTools:0.71 otherTools+identifier:0.29 otherTools+worse:0.55 otherTools+prefer:0.66 otherTools+guard:-0.07
otherTools+off:0.24 identifier:0.40 identifier+worse:0.34 identifier+prefer:-0.09 identifier+off:0.03 identifier+fault:-0.03
identifier+outside:0.09 worse:0.54 worse+prefer:0.17 worse+guard:0.20 worse+off:0.15 worse+outside:0.09 prefer:0.52
prefer+guard:-0.15 prefer+off:0.21 prefer+right:0.22 prefer+outside:0.04 guard:0.32 guard+off:1.39 guard+right:0.56
guard+fault:0.23 guard+outside:-0.04 guard+coax:0.28 off:0.64 off+right:0.28 off+fault:0.05 off+outside:0.11 right:0.85
right+fault:0.25 right+outside:-0.11 fault+outside:0.05 outside:0.53 outside+coax:0.09 coax:0.67
`;
