import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { breakCells } from '../files/cells.ts';
import type { SyntheticRegister } from '../files/register.ts';
import { businessNameOf, rowOfHolder } from '../universe/business-names.ts';
import { draws } from '../universe/company.ts';
import { extractDay, slashedDay } from '../universe/days.ts';
import { entityAt } from '../universe/entities.ts';

const header = 'REGISTER_NAME|BN_NAME|BN_STATUS|BN_REG_DT|BN_CANCEL_DT|BN_STATE_NUM|BN_STATE_OF_REG|BN_ABN';

const random = new Random();

/** Some names are padded with spaces, and quotes are part of the data. */
function written(name: string): string {
  const draw = random.fraction();
  if (draw < 0.05) return `     ${name}`;
  return draw < 0.07 ? name.replace(/^\S+/, '"$&"') : name;
}

/** The register of business names: tab-separated, no quoting. */
export const auAsicBusinessNames: SyntheticRegister = {
  mostRows: 13_000_000,
  head: () => `\uFEFF${header.replaceAll('|', '\t')}\r\n`,
  tail: '',
  rowOf({ seed }, row, fate) {
    const { name, isCancelled: before, since } = businessNameOf(seed, row);
    const { abn, state } = entityAt(seed, rowOfHolder(seed, row));
    random.restart(seed, row, draws.row);
    const isCancelled = fate === 'changed' ? !before : before;
    const ended = since + random.below(extractDay - since);
    const cells = [
      ...['BUSINESS NAMES', written(name), isCancelled ? 'Cancelled' : 'Registered', slashedDay(since)],
      ...[isCancelled ? slashedDay(ended) : '', random.chance(0.4) ? `BN${String(row).padStart(8, '0')}` : ''],
      ...[state, abn],
    ];
    if (fate === 'broken') breakCells(random, cells, { number: 7, name: 1 });
    return { group: 'business names', text: `${cells.join('\t')}\r\n` };
  },
};
