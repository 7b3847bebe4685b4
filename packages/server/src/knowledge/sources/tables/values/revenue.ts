import { type CompanyRecord, revenueBands } from '@orgdex/contract';
import { revenueBandOf } from '../../../rules/money/bands.ts';

type Revenue = NonNullable<CompanyRecord['revenue']>;

/** Symbols of exactly one currency; $ and ¥ alone are ambiguous. */
// biome-ignore format: one line is one part of the world
const currencies: Record<string, string> = {
  'us$': 'USD', 'a$': 'AUD', 'au$': 'AUD', 'nz$': 'NZD', 's$': 'SGD', 'sg$': 'SGD', 'hk$': 'HKD', 'c$': 'CAD', 'ca$': 'CAD',
  rm: 'MYR', rp: 'IDR', '₱': 'PHP', '₫': 'VND', '₩': 'KRW', '฿': 'THB', '円': 'JPY', '€': 'EUR', '£': 'GBP', '₹': 'INR',
};
const codes = new Set(
  'USD AUD NZD SGD HKD CAD MYR IDR PHP VND KRW THB JPY EUR GBP INR CNY TWD CHF SEK NOK DKK ZAR BRL MXN AED'.split(' '),
);

const units: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mil: 1e6,
  mm: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  '': 1,
};

const number = /^(\d[\d,\s]*(?:\.\d+)?)(?:e\+?(\d{1,2}))?\s*([a-z]*)$/;

/** An amount without currency: `1.5m`, `1,000,000`. */
function parseAmount(text: string): number | undefined {
  const [, digits, exponent = '0', unit = ''] = number.exec(text.trim()) ?? [];
  const factor = units[unit];
  if (digits === undefined || factor === undefined) return undefined;
  const amount = Number(digits.replace(/[,\s]/gu, '')) * 10 ** Number(exponent) * factor;
  return Number.isFinite(amount) && amount < 1e15 ? Math.round(amount * 100) / 100 : undefined;
}

interface Money {
  currency: string | undefined;
  /** The text without its currency. */
  rest: string;
}

function splitCurrency(text: string, dollar: string | undefined): Money {
  const code = /\b([a-z]{3})\b/.exec(text)?.[1]?.toUpperCase();
  const sign = /[a-z]{0,2}\$|\brm(?=\s?\d)|\brp\.?(?=\s?\d)|[₱₫₩฿円€£₹]/u.exec(text)?.[0];
  const signed = sign === '$' ? dollar : sign && currencies[sign.replace('.', '')];
  const currency = code && codes.has(code) ? code : signed;
  const known = currency === code && code ? new RegExp(`\\b${code}\\b`, 'gi') : /$^/;
  return {
    currency,
    rest: text
      .replace(known, '')
      .replace(/[a-z]{0,2}\$|\br[mp]\.?(?=\s?\d)|[₱₫₩฿円€£₹]/gu, '')
      .trim(),
  };
}

/** The bounds of a range; `1-10m` means millions for both. */
function boundsOf(rest: string): [number, number] | undefined {
  const [low = '', high, ...more] = rest.split(/\s*(?:-|–|—|~|\bto\b)\s*/u);
  if (high === undefined || more.length > 0) return undefined;
  const unit = /[a-z]+$/.exec(high)?.[0] ?? '';
  const from = parseAmount(/[a-z]$/.test(low) || low === '0' ? low : low + unit);
  const to = parseAmount(high);
  return from === undefined || to === undefined ? undefined : [from, to];
}

const plainBand = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s,]|usd?(?=\$)/gu, '')
    .replace(/million/gu, 'm')
    .replace(/billion/gu, 'b')
    .replace(/to|–|—/gu, '-');
const bands = new Map(revenueBands.map((band) => [plainBand(band), band]));

/**
 * A revenue as one of our bands, or as an amount with its currency. An amount in an unknown currency is not used.
 * `dollar` is the currency of a plain $ or number in this column, if known.
 */
export function parseRevenue(text: string, dollar: string | undefined): Revenue | undefined {
  const written = text.normalize('NFKC').toLowerCase().trim();
  const band = bands.get(plainBand(written));
  if (band) return band;
  const { currency = /^[\d.]/.test(written) ? dollar : undefined, rest } = splitCurrency(written, dollar);
  if (!currency) return undefined;
  const amount = parseAmount(rest);
  if (amount !== undefined) return { amount, currency };
  const [from, to] = boundsOf(rest) ?? [];
  if (currency !== 'USD' || from === undefined || to === undefined || to <= from) return undefined;
  const low = revenueBandOf(from);
  // Upper bounds are exclusive, in our bands and in theirs.
  return low !== undefined && low === revenueBandOf(to - 1) ? (low as Revenue) : undefined;
}
