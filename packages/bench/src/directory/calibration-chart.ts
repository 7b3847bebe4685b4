import { colors, faintText, picture, rule, text } from '../../../server/src/core/output/svg.ts';
import { linear } from '../report/scale.ts';
import type { CalibrationBin } from './match-quality.ts';

const [size, left, top, bottom] = [420, 76, 56, 60];
const width = left + size + 40;
const height = top + size + bottom;

/** The share of right answers by score. Of a perfectly calibrated scorer, every point is on the diagonal. */
export function drawCalibration(bins: readonly CalibrationBin[]): string {
  const toX = linear([0, 1], [left, left + size]);
  const toY = linear([0, 1], [top + size, top]);
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const title = 'Share of right answers by score';
  return picture({ size: [width, height], title }, [
    ...ticks.map((tick) => rule([toX(0), toY(tick), toX(1), toY(tick)])),
    ...ticks.map((tick) => rule([toX(tick), toY(0), toX(tick), toY(1)])),
    ...ticks.map((tick) => faintText(toX(tick), toY(0) + 18, tick.toFixed(1), { anchor: 'middle' })),
    ...ticks.map((tick) => faintText(toX(0) - 8, toY(tick) + 4, tick.toFixed(1), { anchor: 'end' })),
    rule([toX(0), toY(0), toX(1), toY(1)], '#57606a', 1.5),
    ...bins.map(
      ({ score, right }) =>
        `<circle cx="${toX(score).toFixed(1)}" cy="${toY(right).toFixed(1)}" r="5" fill="${colors[0]}"/>`,
    ),
    ...bins.map(({ score, right, answers }) => faintText(toX(score) + 9, toY(right) + 14, `${answers}`)),
    faintText(toX(0.5), height - 16, 'mean score of the answers', { anchor: 'middle', size: 12 }),
    text(left - 60, top - 12, 'share that is right; numbers: answers', { size: 12, color: '#57606a' }),
  ]);
}
