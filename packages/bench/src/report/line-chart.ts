import { colors, faintText, legend, picture, rule, text } from '../../../server/src/core/output/svg.ts';
import { decadesAround, decadesIn, logarithmic, type Scale } from './scale.ts';

export interface LineChart {
  readonly title: string;
  readonly xAxis: string;
  readonly yAxis: string;
  readonly series: readonly { readonly words: string; readonly points: readonly (readonly [x: number, y: number])[] }[];
}

const [width, height, left, right, top, bottom] = [720, 420, 76, 30, 84, 64];
const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const shortNumber = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function drawLine(
  points: LineChart['series'][number]['points'],
  [toX, toY]: readonly [Scale, Scale],
  color: string,
): string {
  const places = points.map(([x, y]) => [toX(x).toFixed(1), toY(y).toFixed(1)] as const);
  const dots = places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${color}"/>`).join('');
  return `<polyline points="${places.map((installation) => installation.join(',')).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>${dots}`;
}

/** Lines on two logarithmic axes, where linear growth is parallel to the diagonal. */
export function drawLines({ title, xAxis, yAxis, series }: LineChart): string {
  const points = series.flatMap((one) => one.points).filter(([, y]) => y > 0);
  const [xs, ys] = [decadesAround(points.map(([x]) => x)), decadesAround(points.map(([, y]) => y))];
  const toX = logarithmic(xs, [left, width - right]);
  const toY = logarithmic(ys, [height - bottom, top]);
  const colourOf = (at: number) => colors[at % colors.length] as string;
  return picture({ size: [width, height], title }, [
    legend(
      left,
      56,
      series.map(({ words }, at) => [colourOf(at), words] as const),
    ),
    ...decadesIn(ys).map((y) => rule([left, toY(y), width - right, toY(y)])),
    ...decadesIn(ys).map((y) => faintText(left - 8, toY(y) + 4, number.format(y), { anchor: 'end' })),
    ...decadesIn(xs).map((x) => rule([toX(x), top, toX(x), height - bottom])),
    ...decadesIn(xs).map((x) => faintText(toX(x), height - bottom + 18, shortNumber.format(x), { anchor: 'middle' })),
    ...series.map((one, at) =>
      drawLine(
        one.points.filter(([, y]) => y > 0),
        [toX, toY],
        colourOf(at),
      ),
    ),
    faintText((left + width - right) / 2, height - 18, xAxis, { anchor: 'middle', size: 12 }),
    text(left - 60, top - 12, yAxis, { size: 12, color: '#57606a' }),
  ]);
}
