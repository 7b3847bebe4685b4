/** What people write in place of a company. A company may have such a name, but these people do not work there. */
// biome-ignore format: a list of names
const written: ReadonlySet<string> = new Set([
  'company', 'confidential', 'consultant', 'freelance', 'freelancer', 'home', 'independent', 'independent consultant',
  'individual', 'job seeker', 'looking for work', 'myself', 'no company', 'not applicable', 'not employed', 'other',
  'owner', 'personal', 'private', 'retired', 'self', 'self employed', 'selfemployed', 'sole trader', 'stealth',
  'stealth startup', 'student', 'tba', 'tbc', 'tbd', 'test', 'unemployed', 'unknown', 'various',
]);

/** Whether the text stands for no company at all: `Self-employed`, `Unknown`, or nothing but punctuation. */
export function namesNoCompany(name: string): boolean {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return words === '' || written.has(words);
}
