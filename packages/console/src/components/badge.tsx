import type { ReactNode } from 'react';
import { countryName } from '../format.ts';

const tones = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
  neutral: 'bg-sunken text-ink-2',
} as const;
export type Tone = keyof typeof tones;

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`badge ${tones[tone]}`}>{children}</span>
);

const boxClass = [
  'inline-flex h-4.5 min-w-6 items-center justify-center rounded-sm border border-edge-strong px-1',
  'font-mono text-[0.6875rem] leading-none text-ink-2 no-underline',
].join(' ');

export const CountryCode = ({ code }: { code: string }) => (
  <abbr title={countryName(code)} className={boxClass}>
    {code}
  </abbr>
);
