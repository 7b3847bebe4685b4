import { durationText, formatNumber } from './numbers.ts';

/** Reports the progress of a long job. */
export interface Progress {
  /** @param stage what is being done @param done how much is done so far @param total how much there is, if known */
  report(stage: string, done: number, total?: number): void;
  end(): void;
}

export const silent: Progress = { report: () => {}, end: () => {} };

const quietMs = 2000;
const logEveryMs = 10_000;
const redrawEveryMs = 200;

/** @example progressText('applying', 500, 1000, 5) // 'applying: 500 of 1,000 (50 %), 5/s, about 100 seconds left' */
export function progressText(stage: string, done: number, total: number | undefined, perSecond: number): string {
  const rate = `${formatNumber(Math.round(perSecond))}/s`;
  if (!total) return `${stage}: ${formatNumber(done)}, ${rate}`;
  const left = perSecond > 0 && done < total ? `, about ${durationText((total - done) / perSecond)} left` : '';
  const share = Math.floor((100 * done) / total);
  return `${stage}: ${formatNumber(done)} of ${formatNumber(total)} (${share} %), ${rate}${left}`;
}

/**
 * Redraws one line on a terminal; elsewhere writes a line, or a JSON event, every ten seconds. Prints nothing in the
 * first two seconds.
 */
export function startProgress(out: NodeJS.WriteStream, json: boolean): Progress {
  const began = Date.now();
  let stage = '';
  let stageBegan = { at: began, done: 0 };
  let last = began;
  let drawn = false;
  const wipe = () => {
    if (drawn) out.write('\r\u001b[K');
    drawn = false;
  };
  return {
    report(nextStage, done, total) {
      const now = Date.now();
      if (nextStage !== stage) {
        stage = nextStage;
        // Some work is already done at the first report of a stage.
        stageBegan = { at: now, done };
      }
      const terminal = out.isTTY && !json;
      if (now - began < quietMs || now - last < (terminal ? redrawEveryMs : logEveryMs)) return;
      last = now;
      const perSecond = (1000 * (done - stageBegan.done)) / Math.max(1, now - stageBegan.at);
      if (json)
        out.write(`${JSON.stringify({ event: 'progress', stage, done, total, per_second: Math.round(perSecond) })}\n`);
      else if (terminal) {
        out.write(`\r\u001b[K${progressText(stage, done, total, perSecond)}`);
        drawn = true;
      } else out.write(`${progressText(stage, done, total, perSecond)}\n`);
    },
    end: wipe,
  };
}
