import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

/** Whether the content is larger than the element, now and after each change of size. */
function useIsOverflowing(element: RefObject<HTMLElement | null>): boolean {
  const [isOverflowing, setOverflowing] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const { children } = current;
    const observer = new ResizeObserver(() =>
      setOverflowing(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight),
    );
    for (const one of [current, ...children]) observer.observe(one);
    return () => observer.disconnect();
  }, [element]);
  return isOverflowing;
}

interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string;
  /** One element that stays, such as a table or a list. */
  readonly children: ReactNode;
}

/** Scrolls content that is too large for its place. It can then be focused, so that arrow keys scroll it. */
export function ScrollRegion({ label, className = '', children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null);
  const tabIndex = useIsOverflowing(region) ? 0 : undefined;
  return (
    <section ref={region} aria-label={label} tabIndex={tabIndex} className={`relative overflow-auto ${className}`}>
      {children}
    </section>
  );
}
