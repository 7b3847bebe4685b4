/** 1234567 as 1,234,567: every number that is printed for a person. */
export const formatNumber = new Intl.NumberFormat('en').format;
