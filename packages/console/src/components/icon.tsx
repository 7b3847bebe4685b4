/** Line icons on a grid of 16, drawn with the color of the text. */
const paths = {
  building: 'M3 14V2.5h6V14M9 6h4v8M1.5 14h13M5.2 5h1.6M5.2 8h1.6M5.2 11h1.6',
  match: 'M2 4h5M2 8h3.5M2 12h5M8.5 8H14M11.5 5.5 14 8l-2.5 2.5',
  review: 'M2 2.5h4.5v11H2zM9.5 2.5H14v11H9.5zM2 6.5h4.5M9.5 6.5H14',
  import: 'M8 2v8M5 7.2 8 10.2l3-3M2.5 10.5v3h11v-3',
  grid: 'M2.5 2.5h4.2v4.2H2.5zM9.3 2.5h4.2v4.2H9.3zM2.5 9.3h4.2v4.2H2.5zM9.3 9.3h4.2v4.2H9.3z',
  pulse: 'M1.5 8.5H4l2-5.5 3.5 10L11.5 8.5h3',
  people:
    'M6 7.5A2.5 2.5 0 1 0 6 2.5a2.5 2.5 0 0 0 0 5zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.8a2.4 2.4 0 0 1 0 4.5M12 9.8c1.6.6 2.5 1.9 2.5 3.7',
  key: 'M5.5 13A2.8 2.8 0 1 0 5.5 7.4a2.8 2.8 0 0 0 0 5.6zM7.5 8.3 13.5 2.5M11 5l2 2M9.2 6.8l1.3 1.3',
  chart: 'M2 2v12h12M5.2 11.5v-4M8.2 11.5v-7M11.2 11.5V9',
  log: 'M3 1.8h10v12.4H3zM5.5 5h5M5.5 8h5M5.5 11h3',
  shield: 'M8 1.8 13 4v4c0 3-2 5-5 6.2C5 13 3 11 3 8V4z',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1z',
  leave: 'M6.5 2.5h-4v11h4M6 8h8M11 5l3 3-3 3',
  menu: 'M2 4h12M2 8h12M2 12h12',
  filter: 'M2 4h12M4 8h8M6.5 12h3',
  close: 'm3.5 3.5 9 9M12.5 3.5l-9 9',
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  left: 'm10 4-4 4 4 4',
  right: 'm6 4 4 4-4 4',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2v8M5 7.2 8 10.2l3-3M2.5 13.5h11',
  link: 'M6.5 9.5l3-3M7 4.5 8.7 2.8a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5l-1.7 1.7a2.8 2.8 0 0 1-4-4L5 7.5',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c2 1.8 2.6 3.8 2.6 6S10 12.200 8 14c-2-1.800-2.600-3.800-2.600-6S6 3.800 8 2z',
  mail: 'M2 3.500h12v9H2zM2.300 4 8 8.500 13.700 4',
  phone:
    'M3 2.500h2.500L7 5.800 5.500 7.200a8 8 0 0 0 3.300 3.300L10.200 9l3.300 1.500V13c-6 .800-11.300-4.500-10.500-10.500z',
  mobile: 'M4.500 1.800h7v12.400h-7zM7 12h2',
  home: 'M2 7.500 8 2.500l6 5M3.800 6.500v7h8.400v-7M6.500 13.500V9.500h3v4',
  warning: 'M8 2.200 14.500 13.500h-13zM8 6.500v3.200M8 11.500v.300',
  lock: 'M3.500 7h9v6.500h-9zM5.500 7V5a2.500 2.500 0 0 1 5 0v2',
  file: 'M3.500 1.800h6l3 3v9.400h-9zM9.500 1.800v3h3',
  columns: 'M2.500 2.500h11v11h-11zM6.200 2.500v11M9.800 2.500v11',
  rows: 'M2.500 4h11M2.500 8h11M2.500 12h11',
  'rows-tight': 'M2.500 3h11M2.500 5.500h11M2.500 8h11M2.500 10.500h11M2.500 13h11',
  plus: 'M8 2.500v11M2.500 8h11',
  more: 'M3.500 8h.010M8 8h.010M12.500 8h.010',
  refresh: 'M13.500 8A5.500 5.500 0 1 1 11.700 4M13.500 2v3h-3',
  split: 'M8 14V9M8 9 3.500 4.500M8 9l4.500-4.500M3 8V4h4M13 8V4H9',
} as const;
export type IconName = keyof typeof paths;

interface IconProps {
  readonly name: IconName;
  /** A text for readers that do not see the icon; without it, the icon is decoration. */
  readonly label?: string;
  readonly className?: string;
}

// biome-ignore-start lint/a11y/noSvgWithoutTitle: a title would show as a tooltip; the label is an attribute
export const Icon = ({ name, label, className = 'size-4' }: IconProps) => (
  <svg
    viewBox="0 0 16 16"
    className={`shrink-0 fill-none stroke-current ${className}`}
    strokeWidth={name === 'more' ? 2 : 1.4}
    strokeLinecap="round"
    strokeLinejoin="round"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <path d={paths[name]} />
  </svg>
);
// biome-ignore-end lint/a11y/noSvgWithoutTitle: see above
