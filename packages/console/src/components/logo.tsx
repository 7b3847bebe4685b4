export const Logo = () => (
  <span className="flex items-center gap-2 text-md font-semibold">
    <svg viewBox="0 0 20 20" className="size-5" aria-hidden="true">
      <rect width="20" height="20" rx="5" className="fill-accent-solid" />
      <path d="M6.2 6.6 13 10l-6.8 3.4" className="fill-none stroke-on-accent" strokeWidth="1.3" />
      <circle cx="6" cy="6.5" r="1.9" className="fill-on-accent" />
      <circle cx="13.6" cy="10" r="1.9" className="fill-on-accent" />
      <circle cx="6" cy="13.5" r="1.9" className="fill-on-accent" />
    </svg>
    orgdex
  </span>
);
