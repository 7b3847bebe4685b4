import type { ReactNode } from 'react';

interface PanelProps {
  readonly title: ReactNode;
  /** A remark beside the title. */
  readonly note?: ReactNode;
  /** Controls beside the title. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a title. */
export const Panel = ({ title, note, controls, children }: PanelProps) => (
  <section className="panel">
    <div className="panel-head">
      <h2 className="panel-title">{title}</h2>
      {note !== undefined && <span className="text-xs text-ink-3">{note}</span>}
      {controls}
    </div>
    {children}
  </section>
);
