import { expect, test } from 'vitest';
import { abnOf } from '../../sample-data/demo/numbers.ts';
import { auAsicBusinessNames as source } from './au-asic-business-names.ts';
import { Reject, Skip } from './row-outcome.ts';

const outcomeOf = (name: string, status: string, abn = abnOf(1)) =>
  source.toRecord({ BN_NAME: name, BN_STATUS: status, BN_ABN: abn }, new Set());

test('a registered name is a trading name, without its padding, and never the name of a company', () => {
  expect(outcomeOf('     KESTREL   "BRANDS" ', 'Registered')).toEqual({
    type: 'company',
    key: `${abnOf(1)}/KESTREL "BRANDS"`,
    country: 'AU',
    identifiers: { abn: abnOf(1) },
    trading_names: ['KESTREL "BRANDS"'],
  });
});

test.each(['Cancelled', 'Deregistered'])('a name with status %s is a former name', (status) => {
  expect(outcomeOf('BRANDS', status)).toMatchObject({ former_names: ['BRANDS'] });
  expect(outcomeOf('BRANDS', status)).not.toHaveProperty('trading_names');
});

test('a name that was canceled and registered again keeps both records', () => {
  expect(outcomeOf('BRANDS', 'Cancelled')).not.toHaveProperty('key', `${abnOf(1)}/BRANDS`);
});

test('a name without an ABN, or with an unknown status, is skipped with a reason', () => {
  for (const abn of ['', ' ', '0']) expect(outcomeOf('BRANDS', 'Registered', abn)).toEqual(new Skip('no ABN'));
  expect(outcomeOf('BRANDS', 'Pending')).toEqual(new Skip('status is neither Registered nor Cancelled'));
});

test('a wrong ABN, or no name, is rejected', () => {
  expect(outcomeOf('BRANDS', 'Registered', '123')).toEqual(new Reject('BN_ABN: check digits do not match'));
  expect(outcomeOf('  ', 'Registered')).toEqual(new Reject('BN_NAME is empty'));
});

test('a name of more than 200 characters has a key that can be stored', () => {
  expect(outcomeOf('X'.repeat(400), 'Registered')).toHaveProperty('key.length', 200);
});
