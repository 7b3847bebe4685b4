/** What a field of a form contains, without spaces around it. Files are no text. */
export function textOfField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
