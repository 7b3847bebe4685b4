import { describe, expect, test } from 'vitest';
import { recase } from './name-case.ts';

describe('a name that is all upper or all lower case gets title case', () => {
  test.each([
    ['acme pty ltd', 'Acme Pty Ltd'],
    ['ACME PTY LTD', 'Acme Pty Ltd'],
    ['ibm australia limited', 'IBM Australia Limited'],
    ['kestrel & vane llc', 'Kestrel & Vane LLC'],
    ['bank of the south', 'Bank of the South'],
    ['the kestrel and vane company', 'The Kestrel and Vane Company'],
    ['bhp group', 'BHP Group'],
    ['coca-cola amatil', 'Coca-Cola Amatil'],
    ["o'brien’s cafe", "O'Brien’s Cafe"],
    ['mcdonald holdings', 'McDonald Holdings'],
    ["kestrel's nest", "Kestrel's Nest"],
    ['kestrel.com.au', 'Kestrel.com.au'],
    ['a.b.c. trading', 'A.B.C. Trading'],
    ['3m', '3M'],
    ['1st choice (nz) ltd', '1st Choice (NZ) Ltd'],
    ['acme fund iii lp', 'Acme Fund III LP'],
    ['kestrel gmbh', 'Kestrel GmbH'],
    ['pt kestrel tbk', 'PT Kestrel Tbk'],
    ['émile et fils ltée', 'Émile et Fils Ltée'],
    ['công ty tnhh an bình', 'Công Ty TNHH An Bình'],
    ['st john ambulance', 'St John Ambulance'],
    ['MT EDEN VILLAGE', 'Mt Eden Village'],
    ['st. kilda & ft. worth', 'St. Kilda & Ft. Worth'],
    ['dr martens', 'Dr Martens'],
    ['mr price, mrs field and ms kestrel', 'Mr Price, Mrs Field and Ms Kestrel'],
    ['kestrel mfg bldg mgmt', 'Kestrel Mfg Bldg Mgmt'],
    ['vane jr and kestrel sr', 'Vane Jr and Kestrel Sr'],
    ['nth and sth svcs', 'Nth and Sth Svcs'],
    ['', ''],
  ])('%s: %s', (name, cased) => {
    expect(recase(name)).toBe(cased);
    expect(recase(cased)).toBe(cased);
  });
});

test.each(['eBay', 'Kestrel pty ltd', 'NTTデータ株式会社', 'บริษัท PTT จำกัด', 'IHI株式会社'])(
  '%s stays as it is',
  (name) => {
    expect(recase(name)).toBe(name);
  },
);
