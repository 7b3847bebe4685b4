/** Fixed days, so that a world never depends on the day it is made: twice a month through 2024 and 2025. */
export const observedDates: readonly string[] = ['2024', '2025'].flatMap((year) =>
  Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')).flatMap((month) => [
    `${year}-${month}-03`,
    `${year}-${month}-17`,
  ]),
);
