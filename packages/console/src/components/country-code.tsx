import { countryName } from '../format.ts';

const boxClass = [
  'inline-flex h-4.5 min-w-6 items-center justify-center rounded-sm border border-edge-strong px-1',
  'font-mono text-[0.6875rem] leading-none text-ink-2 no-underline',
].join(' ');

export const CountryCode = ({ code }: { code: string }) => (
  <abbr title={countryName(code)} className={boxClass}>
    {code}
  </abbr>
);
