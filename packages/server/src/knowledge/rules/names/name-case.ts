import { pairedScripts, thaiScript } from '../titles/normalize.ts';
import { writtenForms } from './legal-forms.ts';

const acronyms = 'ABC AI AIA AIG AMP ANZ ASX IBM ICT IOT IP UAE UBS UK USA II III IV VI VII VIII IX XI XII'.split(' ');
/** Abbreviations that are spoken as words although they have no vowel. */
// biome-ignore format: a list of words
const shortened = [
  'St', 'Mt', 'Ft', 'Nth', 'Sth', 'Stn', 'Blvd', 'Dr', 'Mr', 'Mrs', 'Ms', 'Jr', 'Jnr', 'Sr', 'Snr', 'Ng',
  'PhD', 'Bldg', 'Bldgs', 'Bldr', 'Bldrs', 'Ctr', 'Cntr', 'Grp', 'Hldgs', 'Mfg', 'Mfr', 'Mfrs', 'Mgmt', 'Mgt', 'Mktg',
  'Pvt', 'Svc', 'Svcs',
];
const joining = 'and at by de des du et for in of on or the to y'.split(' ');

const written = new Map(
  [...writtenForms, ...acronyms, ...shortened, ...joining].map((word) => [word.toLowerCase(), word]),
);
const eastern = new RegExp(`[${pairedScripts}${thaiScript}]`, 'u');
const word = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A word that is not listed: `bhp` cannot be pronounced, so it stays in capital letters. */
function recaseWord(text: string): string {
  if (/^[b-df-hj-np-tv-xz]{2,5}$/.test(text)) return text.toUpperCase();
  if (/^\d+[a-z]$/.test(text)) return text.toUpperCase();
  return capital(text).replace(
    /^(?:[DLO]['’]|Mc)(?=\p{L})./u,
    (start) => start.slice(0, -1) + start.slice(-1).toUpperCase(),
  );
}

/**
 * A name in title case if it is all lower case or all upper case. Any other name is returned unchanged.
 *
 * @example recase('kestrel and vane pty ltd') // 'Kestrel and Vane Pty Ltd'
 */
export function recase(name: string): string {
  const lower = name.toLowerCase();
  const hasCase = name !== lower && name !== name.toUpperCase();
  if (hasCase || eastern.test(name)) return name;
  return lower.replace(word, (text, at: number) => {
    // The text after a dot is not a separate word: kestrel.com.au.
    if (lower[at - 1] === '.' && text.length > 1) return text;
    const known = written.get(text);
    return known === undefined ? recaseWord(text) : at === 0 ? capital(known) : known;
  });
}
