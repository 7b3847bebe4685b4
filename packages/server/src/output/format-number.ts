/** 1234567 as 1,234,567: every number that is printed for a person. */
export const formatNumber = new Intl.NumberFormat('en').format;

/** 0.0123 as 1.2 %. */
export const formatShare = (share: number): string => `${(100 * share).toFixed(1)} %`;
