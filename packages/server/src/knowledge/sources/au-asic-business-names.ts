import { parseAbn } from '../rules/identifiers/register-numbers.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { compoundKey, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';

const columns = ['BN_NAME', 'BN_STATUS', 'BN_ABN'] as const;
type Row = Record<(typeof columns)[number], string>;

/** A name that is no longer registered is a former name of its holder. */
const fields = new Map<string, 'trading_names' | 'former_names'>([
  ['Registered', 'trading_names'],
  ['Cancelled', 'former_names'],
  ['Deregistered', 'former_names'],
]);

/**
 * The record has no `name`: a business name is not its holder's legal name, and most holders are sole traders. Such a
 * record only adds to a company that other records name, and is not served alone.
 */
function toRecord(row: Row): Outcome {
  if (/^0*$/.test(row.BN_ABN.trim())) return skip('no ABN');
  const abn = parseAbn(row.BN_ABN);
  if (!abn) return reject('BN_ABN: check digits do not match');
  const name = tidy(row.BN_NAME);
  if (!name) return reject('BN_NAME is empty');
  const field = fields.get(row.BN_STATUS.trim());
  if (!field) return skip('status is neither Registered nor Cancelled');
  return {
    type: 'company',
    // A holder may have canceled a name and registered it again: each has a row, and both are kept.
    key: field === 'trading_names' ? compoundKey(abn, name) : compoundKey(abn, 'former', name),
    country: 'AU',
    identifiers: { abn },
    [field]: [name],
  };
}

/** Names under which Australian businesses trade. */
export const auAsicBusinessNames = defineSource({
  id: 'au-asic-business-names',
  title: 'ASIC business names register',
  country: 'AU',
  license: 'CC-BY-3.0-AU',
  attribution:
    'Contains data of the business names register © Australian Securities and Investments Commission (ASIC), CC BY 3.0 AU.',
  homepage: 'https://data.gov.au/data/dataset/asic-business-names',
  class: 'register',
  whole: true,
  expected: { min: 2_000_000, max: 5_000_000 },
  format: delimited({ separator: '\t', quotes: false, columns }),
  toRecord,
});
