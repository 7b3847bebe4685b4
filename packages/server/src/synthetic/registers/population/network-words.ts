import { weighted } from '../../../sample-data/demo/random.ts';

/** Size bands of LinkedIn, weighted like real company sizes. */
export const sizes: readonly string[] = weighted([
  ['1-10', 60],
  ['11-50', 25],
  ['51-200', 9],
  ['201-500', 3],
  ['501-1000', 1],
  ['1001-5000', 1],
  ['5001-10000', 1],
  ['10001+', 1],
]);

/** Industries as the network named them before 2022. */
export const networkLabels: readonly string[] = [
  'Construction',
  'Computer Software',
  'Information Technology and Services',
  'Farming',
  'Mining & Metals',
  'Food Production',
  'Machinery',
  'Wholesale',
  'Retail',
  'Logistics and Supply Chain',
  'Hospitality',
  'Restaurants',
  'Real Estate',
  'Accounting',
  'Legal Services',
  'Management Consulting',
  'Architecture & Planning',
  'Hospital & Health Care',
  'Education Management',
  'Civic & Social Organization',
];
