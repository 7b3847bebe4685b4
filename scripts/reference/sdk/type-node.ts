/** A type, independent of the language. */
export type TypeNode =
  | { readonly kind: 'simple'; readonly name: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'unknown' }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'values'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly item: TypeNode }
  | { readonly kind: 'map'; readonly value: TypeNode }
  | { readonly kind: 'union'; readonly members: readonly TypeNode[] };

export interface TypeField {
  readonly name: string;
  readonly type: TypeNode;
  readonly isRequired: boolean;
  readonly description: string;
}

/** An object type with a name. */
export interface NamedType {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly TypeField[];
  /** The body or the query of an operation: Python sends its fields as keyword arguments. */
  readonly isRequest: boolean;
  /** Part of a request. */
  readonly isSent: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** Names for types inside others, where the name of the field says too little. */
const shorterNames: Readonly<Record<string, string>> = {
  CompanyFilterIndustryCode: 'IndustryCodeFilter',
  CompanyFilterEmployeeCount: 'NumberRange',
  CompanyFilterNot: 'ExcludedCompanies',
  CompanyNextGen: 'NextGen',
  NextGenSocialMediaYoutube: 'SocialProfile',
  NextGenReviewsRating: 'ReviewsRating',
  ReviewsRatingRating: 'ReviewsRatingDetails',
  NextGenWebTraffic: 'WebTraffic',
  MatchCandidateCompany: 'CompanyId',
};

const pascal = (name: string): string =>
  name
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

/** The name of one item of a list: `UsageDay` for `UsageDays`. */
const singular = (name: string): string =>
  /series$/i.test(name)
    ? name
    : name
        .replace(/ies$/, 'y')
        .replace(/(ch|ss)es$/, '$1')
        .replace(/([^si])s$/, '$1');

const withoutTexts = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutTexts);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !['description', 'examples'].includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value)]));
};

const simple = (name: string): TypeNode => ({ kind: 'simple', name: name as 'string' });

function unionOf(members: readonly TypeNode[]): TypeNode {
  const flat = members.flatMap((one) => (one.kind === 'union' ? one.members : [one]));
  const unique = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()];
  return unique.length === 1 ? (unique[0] as TypeNode) : { kind: 'union', members: unique };
}

/** The names of the types that a type mentions. */
export function referencesIn(node: TypeNode): string[] {
  switch (node.kind) {
    case 'reference':
      return [node.name];
    case 'list':
      return referencesIn(node.item);
    case 'map':
      return referencesIn(node.value);
    case 'union':
      return node.members.flatMap(referencesIn);
    case 'simple':
    case 'values':
      return [];
  }
}

/** Collects the object types of JSON schemas. An object inside another gets a name too; equal ones share it. */
export class TypeCollector {
  readonly #components: Readonly<Record<string, Schema>>;
  readonly #types = new Map<string, NamedType>();
  readonly #nameOfShape = new Map<string, string>();

  constructor(components: Readonly<Record<string, Schema>>) {
    this.#components = components;
  }

  addComponents(isRequest: (name: string) => boolean): void {
    for (const [name, schema] of Object.entries(this.#components)) this.addObject(name, schema, isRequest(name));
  }

  addObject(name: string, schema: Schema, isRequest = false): void {
    if (this.#types.has(name)) throw new Error(`Two types have the name ${name}.`);
    const {
      properties = {},
      required = [],
      description = '',
    } = schema as {
      properties?: Record<string, Schema>;
      required?: string[];
      description?: string;
    };
    const type = { name, description, isRequest, isSent: isRequest, fields: [] as TypeField[] };
    this.#types.set(name, type);
    for (const [field, inner] of Object.entries(properties)) {
      const node = this.nodeOf(inner, name + pascal(field));
      const text = typeof inner.description === 'string' ? inner.description : '';
      type.fields.push({ name: field, type: node, isRequired: required.includes(field), description: text });
    }
  }

  types(): NamedType[] {
    const sent = this.#sentTypes();
    const types = [...this.#types.values()].map((type) => ({ ...type, isSent: sent.has(type.name) }));
    return types.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The types of requests, and all types inside them. */
  #sentTypes(): ReadonlySet<string> {
    const found = new Set<string>();
    const add = (name: string): void => {
      if (found.has(name)) return;
      found.add(name);
      for (const { type } of this.#types.get(name)?.fields ?? []) referencesIn(type).forEach(add);
    };
    for (const { name, isRequest } of this.#types.values()) if (isRequest) add(name);
    return found;
  }

  /** @param place the name for an object without one */
  nodeOf(schema: Schema, place: string): TypeNode {
    const { $ref, anyOf, type } = schema;
    if (typeof $ref === 'string') return this.#reference($ref.split('/').at(-1) ?? '');
    if (Array.isArray(anyOf)) return unionOf(anyOf.map((one) => this.nodeOf(one, place)));
    if (Array.isArray(type)) return unionOf(type.map((one) => this.#ofType(String(one), schema, place)));
    return this.#ofType(String(type), schema, place);
  }

  /** A component that may be null is so wherever it is used. */
  #reference(name: string): TypeNode {
    const { type } = this.#components[name] ?? {};
    const isNullable = Array.isArray(type) && type.includes('null');
    return isNullable ? unionOf([{ kind: 'reference', name }, simple('null')]) : { kind: 'reference', name };
  }

  #ofType(type: string, schema: Schema, place: string): TypeNode {
    const { enum: values, items } = schema;
    if (type === 'null') return simple('null');
    if (type === 'array') return { kind: 'list', item: this.nodeOf((items ?? {}) as Schema, singular(place)) };
    if (type === 'object') return this.#object(schema, place);
    if (Array.isArray(values)) return { kind: 'values', values: values.filter((one) => one !== null) };
    return simple(type === 'undefined' ? 'unknown' : type);
  }

  #object(schema: Schema, place: string): TypeNode {
    const { properties, patternProperties } = schema as Record<string, Record<string, Schema> | undefined>;
    const [pattern] = Object.values(patternProperties ?? {});
    if (pattern) return { kind: 'map', value: this.nodeOf(pattern, place) };
    if (!properties) return { kind: 'map', value: simple('unknown') };
    const shape = JSON.stringify(withoutTexts({ properties, required: schema.required }));
    const name = this.#nameOfShape.get(shape) ?? shorterNames[place] ?? place;
    if (!this.#nameOfShape.has(shape)) {
      this.#nameOfShape.set(shape, name);
      this.addObject(name, schema);
    }
    return { kind: 'reference', name };
  }
}
