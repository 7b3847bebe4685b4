import { hash } from 'node:crypto';
import type { Company } from '@orgdex/contract';
import { escapeHtml } from '../../core/output/escape.ts';

const style =
  'body{font:14px/1.4 system-ui,sans-serif;margin:12px;color:#1a1a1a}h1{font-size:16px;margin:0 0 8px}' +
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 12px;margin:0}dt{color:#666}dd{margin:0}';

/** OpenRefine shows the page in a frame. It loads nothing and runs no script. */
export const previewHeaders = {
  'content-security-policy': `default-src 'none';style-src 'sha256-${hash('sha256', style, 'base64')}';frame-ancestors *`,
  'content-type': 'text/html; charset=utf-8',
} as const;

/** What helps to recognize a company. */
const rowsOf = (company: Company): [string, unknown][] => [
  ['Location', company.hq_location],
  ['Country', company.hq_country],
  ['Type', company.company_type],
  ['Status', company.abn_operation_status],
  ['Employees', company.employee_count ?? company.company_size],
  ['Founded', company.year_founded],
  ['Industries', company.industries.slice(0, 3).join(', ')],
  ['Domain', company.fqdn],
  ['ABN', company.industry_codes.abn],
];

export function previewPage(company: Company): string {
  const name = escapeHtml(company.name ?? company.id);
  const rows = rowsOf(company)
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(String(value))}</dd>`);
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${style}</style></head>`,
    `<body><h1>${name}</h1><dl>${rows.join('')}</dl></body></html>`,
  ].join('');
}
