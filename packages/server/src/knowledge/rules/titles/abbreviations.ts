/** Whole tokens and their long forms, for the classifier and for the words of a query. */
// biome-ignore format: one abbreviation's family is one line
const everywhere: readonly [short: string, long: string][] = [
  ['sr snr', 'senior'], ['jr jnr', 'junior'], ['mgr mngr', 'manager'], ['mgmt', 'management'],
  ['asst', 'assistant'], ['assoc', 'associate'], ['dir', 'director'], ['exec', 'executive'],
  ['eng engr', 'engineer'], ['ops', 'operations'], ['mktg mkt', 'marketing'], ['acct', 'account'], ['accts', 'accounts'],
  ['rep', 'representative'], ['coord', 'coordinator'], ['supv', 'supervisor'],
  ['gm', 'general manager'], ['dgm', 'deputy general manager'], ['agm', 'assistant general manager'],
  ['egm', 'executive general manager'], ['sgm', 'senior general manager'], ['hod', 'head of department'],
  ['bdm', 'business development manager'], ['bde', 'business development executive'], ['kam', 'key account manager'],
  ['tl', 'team leader'], ['hrbp', 'human resources business partner'],
  ['sdr', 'sales development representative'], ['bdr', 'business development representative'],
  ['csm', 'customer success manager'], ['ae', 'account executive'], ['ea', 'executive assistant'], ['pa', 'personal assistant'],
  ['oic', 'officer in charge'], ['ned', 'non executive director'], ['ined', 'independent non executive director'],
  ['cosec', 'company secretary'], ['fd', 'finance director'], ['fc', 'financial controller'],
  ['dept', 'department'], ['dep dpty', 'deputy'], ['intl', 'international'], ['comms', 'communications'],
  ['mfg', 'manufacturing'], ['proj', 'project'], ['maint', 'maintenance'], ['gen', 'general'], ['cheffe', 'chef'],
];

/**
 * For words only: the classifier's rules list these by their short form. Abbreviations with two meanings (cpo, cro, cco,
 * pm) stay unchanged.
 */
// biome-ignore format: one abbreviation's family is one line
const wordsOnly: readonly [short: string, long: string][] = [
  ['vp', 'vice president'], ['svp', 'senior vice president'], ['evp', 'executive vice president'],
  ['avp', 'assistant vice president'], ['rvp', 'regional vice president'], ['gvp', 'group vice president'],
  ['ceo', 'chief executive officer'], ['cfo', 'chief financial officer'], ['coo', 'chief operating officer'],
  ['cto', 'chief technology officer'], ['cio', 'chief information officer'], ['cmo', 'chief marketing officer'],
  ['chro', 'chief human resources officer'], ['ciso', 'chief information security officer'],
  ['chco', 'chief human capital officer'], ['cpto', 'chief product technology officer'], ['csco', 'chief supply chain officer'],
  ['hr', 'human resources'], ['it', 'information technology'], ['ict', 'information communications technology'],
  ['pr', 'public relations'], ['bd', 'business development'], ['qa', 'quality assurance'], ['qc', 'quality control'],
  ['pmo', 'project management office'], ['ux', 'user experience'], ['ui', 'user interface'],
  ['ohs', 'occupational health safety'], ['whs', 'work health safety'], ['hse ehs', 'health safety environment'],
  ['cofounder', 'co founder'], ['coowner', 'co owner'],
];

/** Pairs of tokens after stop words are removed: `R&D`, `R and D` and `R/D` are all `r d`. */
// biome-ignore format: one abbreviation's family is one line
const phrases: readonly [short: string, long: string][] = [
  ['r d', 'research development'], ['l d', 'learning development'], ['m a', 'mergers acquisitions'],
  ['fp a', 'financial planning analysis'], ['f b', 'food beverage'], ['p c', 'people culture'],
];

const byToken = (table: typeof everywhere) =>
  new Map(table.flatMap(([shorts, long]) => shorts.split(' ').map((short) => [short, long] as const)));

export const classifierAbbreviations: ReadonlyMap<string, string> = byToken(everywhere);
export const wordAbbreviations: ReadonlyMap<string, string> = byToken([...everywhere, ...wordsOnly]);
export const phraseAbbreviations: ReadonlyMap<string, string> = new Map(phrases);

/** A title with one of these words is a doctor's: its MD is a degree, not a managing director. */
export const medicalWord = String.raw`\b(physician|doctor|surgeon|medic\w*|clinical|hospital|phd|\w+ologist|p(a)?ediatric\w*|internist|psychiatr\w*)\b`;
