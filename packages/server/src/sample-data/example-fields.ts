import { CompanyRecord } from '@orgdex/contract';

const properties = CompanyRecord.properties as unknown as Readonly<
  Record<string, { readonly examples?: readonly unknown[] }>
>;

/** The fields of a company record that have examples in the contract: neither the demo data nor the sandbox has code for them. */
export const exampleFields: readonly (readonly [field: string, examples: readonly unknown[]])[] = Object.entries(
  properties,
).flatMap(([field, { examples }]) => (examples ? [[field, examples] as const] : []));
