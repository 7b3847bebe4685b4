import { SaxesParser } from 'saxes';

/** An element; its text only where it has no children. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

/** A row with more elements is rejected; it would take a thousand times its length in memory. */
const mostElements = 10_000;

/** Parses any well-formed element; only the entities of XML itself are allowed. Undefined if not well-formed or too large. */
export function parseXml(text: string): XmlElement | undefined {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let count = 0;
  const add = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > mostElements) throw new Error('too many elements');
    const element: XmlElement = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element && element.children.length > 0) element.text = '';
  });
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return top.children[0];
}

/** The first child with this name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);
