import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';

export interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

interface TabsProps<T extends string> {
  readonly tabs: readonly Tab<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

const tabClass = [
  '-mb-px flex h-11 shrink-0 items-center gap-1.5 border-b-2 border-transparent font-medium text-ink-2',
  'outline-offset-[-2px] hover:text-ink data-active:border-accent data-active:text-ink',
].join(' ');

/** Tabs whose choice is in the address. */
export function Tabs<T extends string>({ tabs, value, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Base.List className="flex gap-5 overflow-x-auto overflow-y-hidden border-b border-edge px-4 md:px-6">
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
            {tab.count !== undefined && <span className="font-normal text-ink-3">{formatNumber(tab.count)}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-offset-[-2px]">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
