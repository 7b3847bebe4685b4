/** Fixed days, so that the data never depends on the day on which it is generated: twice a month in 2024 and 2025. */
export const observedDates: readonly string[] = ['2024', '2025'].flatMap((year) =>
  Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')).flatMap((month) => [
    `${year}-${month}-03`,
    `${year}-${month}-17`,
  ]),
);
