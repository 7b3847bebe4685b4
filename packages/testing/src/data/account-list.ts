import { Random } from '../../../server/src/sample-data/demo/random.ts';
import { abnOfCompany, acnOf } from '../synthetic/universe/australia.ts';

/** A list of accounts and one of contacts, as an operator exports them from a CRM. Everything is synthetic. */
export interface AccountList {
  /** 200 rows, Windows-1252, with every difficulty of such files. */
  readonly accounts: Buffer;
  /** 500 rows. */
  readonly contacts: Buffer;
  /** The options that map the columns of the accounts. */
  readonly map: readonly string[];
  /** The numbers of the accounts that have a head of marketing. */
  readonly withHeads: ReadonlySet<string>;
  /** Pairs of numbers that are one company. */
  readonly duplicates: readonly (readonly [string, string])[];
  /** The numbers of subsidiaries that share a website: different companies. */
  readonly subsidiaries: readonly string[];
}

type Account = Record<'no' | 'name' | 'web' | 'abn' | 'town' | 'state' | 'country' | 'headcount' | 'manager', string>;

// biome-ignore format: lists of words
const first = [
  'Tern', 'Möwe', 'Petrel', 'Señal', 'Gannet', 'Skua', 'Crème', 'Avocet', 'Dunlin', 'Knot',
  'Plover', 'Ruff', 'Sanderling', 'Fulmar', 'Prion', 'Noddy', 'Booby', 'Jabiru', 'Brolga', 'O’Curlew',
];
// biome-ignore format: lists of words
const second = [
  'Anchors', 'Timber', 'Freight', 'Optics', 'Ceramics', 'Bakeries', 'Looms', 'Pumps', 'Sails', 'Labels',
  'Orchards', 'Kilns', 'Ropes', 'Lanterns', 'Bridges', 'Gauges', 'Canvas', 'Barrels', 'Wharves', 'Papers',
];
const places = [
  ['Fremantle', 'WA'],
  ['Geelong', 'Victoria'],
  ['Hobart', 'TAS'],
  ['Newcastle NSW 2300', 'NSW'],
  ['Cairns', 'Queensland'],
] as const;

const numberOf = (at: number): string => `K-${String(1000 + at)}`;
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase()
    .replaceAll(' ', '-');

const abnOf = (rank: number): string => abnOfCompany(acnOf(70_000 + rank));
const spaced = (abn: string): string => abn.replace(/^(..)(...)(...)(...)$/, '$1 $2 $3 $4');

/** A website as people paste it. */
const websiteForms: readonly ((host: string) => string)[] = [
  (host) => `https://www.${host}/`,
  (host) => host,
  (host) => `http://${host}/contact?utm_source=crm`,
  () => 'n/a',
];

function account(at: number, random: Random): Account {
  const name = `${first[at % 20]} ${second[(7 * at + Math.floor(at / 20)) % 20]}`;
  const host = `${plain(name)}.example.com`;
  const [town, state] = random.pick(places);
  const isKnown = at % 3 === 0;
  return {
    no: numberOf(at),
    name: `${name} ${random.pick(['Pty Ltd', 'Pty. Ltd.', 'Pty Limited'])}`,
    web: (websiteForms[at % 4] as (host: string) => string)(host),
    abn: isKnown ? spaced(abnOf(at)) : '',
    town,
    state,
    country: at % 5 === 0 ? 'Australia' : 'AU',
    headcount: random.pick(['12', '1,200', '11-50', '']),
    manager: random.pick(['Jo Example', 'Sam "Sunny" Sample']),
  };
}

/** Three companies of one group: one website, a number each. */
function subsidiary(at: number, random: Random): Account {
  const group = `${first[Math.floor(at / 3)]} Group`;
  const kind = ['Holdings', 'Marine Services', 'Property'][at % 3];
  return {
    ...account(500 + at, random),
    name: `${group} ${kind} Pty Ltd`,
    web: `https://${plain(group)}.example.com`,
    abn: abnOf(1000 + at),
  };
}

/** The same company under another number, written differently. */
const again = (one: Account, at: number): Account => ({
  ...one,
  no: numberOf(800 + at),
  name: at % 2 === 0 ? one.name.toUpperCase() : ` ${one.name.replace(/ Pty.*$/, '')}  `,
  manager: '',
});

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const line = (cells: readonly string[]): string => cells.map(cell).join(',');

/** Windows-1252, of which only the apostrophe is not Latin-1. */
const toWindows1252 = (text: string): Buffer => Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');

const header = ['Cust No', 'Customer', 'Web page', 'ABN', 'Town', 'State', 'Country', 'Headcount', 'Account manager'];

function accountLines(rows: readonly Account[]): string[] {
  const blank = ',,,,,,,,';
  const lines = rows.flatMap((one, at) => [line(Object.values(one)), ...(at % 40 === 39 ? [blank, ''] : [])]);
  const nameless = line(['K-1998', '', '', '', 'Perth', 'WA', 'AU', '', '']);
  const ragged = line(['K-1999', 'Loose Ends', 'x', '', 'Perth', 'WA', 'AU', '', 'Jo Example', 'call', 'back']);
  return ['Accounts, exported for the sales team', '', line(header), ...lines, nameless, ragged, blank, ''];
}

const titles = ['Accounts Clerk', 'Head of Marketing', 'Sales Manager', 'Marketing Coordinator', 'Owner'];

/** How contacts name their account: by its number, or by its name and their email addresses alone. */
export type ContactLink = 'number' | 'email';

const hostOf = ({ name, web }: Account): string =>
  web === 'n/a' ? `${plain(name)}.example.net` : web.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[/?].*$/, '');

function contactLines(rows: readonly Account[], withHeads: ReadonlySet<string>, link: ContactLink): string[] {
  const contacts = Array.from({ length: 500 }, (_, at) => {
    const one = rows[at % rows.length] as Account;
    const { no } = one;
    // The first contact of an account with a head of marketing is that head.
    const isHead = withHeads.has(no) && at < rows.length;
    const others = titles.filter((title) => title !== 'Head of Marketing');
    const title = isHead ? 'Head of Marketing' : (others[at % others.length] as string);
    const email = `person${at}@${link === 'email' ? hostOf(one) : `${no.toLowerCase()}.example.net`}`;
    return line([
      `P-${at}`,
      link === 'email' ? one.name : no,
      'Pat',
      `Sample${at}`,
      title,
      email,
      at % 2 === 0 ? '0491 570 006' : '',
      'Australia',
    ]);
  });
  return [
    `Contact ID,${link === 'email' ? 'Account Name' : 'Account ID'},First Name,Last Name,Job Title,Email,Mobile,Country`,
    ...contacts,
    '',
  ];
}

/** The same lists for the same seed. */
export function makeAccountList(link: ContactLink = 'number', seed = 1): AccountList {
  const random = new Random().restart(seed, 0, 0);
  const base = Array.from({ length: 160 }, (_, at) => account(at, random));
  const subsidiaries = Array.from({ length: 12 }, (_, at) => subsidiary(at, random));
  // Only those that say who they are can be recognized under another name.
  const known = base.filter(({ abn }) => abn !== '').slice(0, 16);
  const repeated = known.map(again);
  const copied = base.slice(20, 30);
  const rows = [...base, ...subsidiaries, ...repeated, ...copied];
  const own = [...base, ...subsidiaries];
  const withHeads = new Set(own.filter((_, at) => at % 3 === 0).map(({ no }) => no));
  return {
    accounts: toWindows1252(accountLines(rows).join('\r\n')),
    contacts: Buffer.from(contactLines(own, withHeads, link).join('\n')),
    map: ['Cust No=key', 'Customer=name', 'Web page=website'].flatMap((pair) => ['--map', pair]),
    withHeads,
    duplicates: known.map(({ no }, at) => [no, (repeated[at] as Account).no] as const),
    subsidiaries: subsidiaries.map(({ no }) => no),
  };
}
