/** The sentence, if the condition is true. */
export const violationIf = (isViolated: boolean, sentence: string): string[] => (isViolated ? [sentence] : []);
