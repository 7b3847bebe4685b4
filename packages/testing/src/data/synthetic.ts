import { companyDocument, personDocument } from '../stores/documents.ts';
import type { IndexContent } from './test-service.ts';

const titles = {
  ceo: 'CEO & Founder',
  cfo: 'Chief Financial Officer',
  vp: 'VP Sales',
  sm: 'Sales Manager',
  smm: 'Sales & Marketing Manager',
  eng: 'Software Engineer',
};

/** A small dataset that shows every rule of both operations once. */
export const syntheticContent: IndexContent = {
  companies: [
    companyDocument(
      'kestrel',
      {
        name: 'Kestrel & Vane Pty Ltd',
        fqdn: 'kestrelvane.com.au',
        employee_count: 455,
        phones: ['+61 8 5550 0100'],
        industry_codes: { ...companyDocument('').body.industry_codes, sic: '3829', abn: '62612345016' },
      },
      { NZ: { employee_count: 35, phones: ['+64 3 555 0100'], industry_codes: { sic: '1111' } } },
    ),
    companyDocument('aozora', { name: 'Aozora Denki', network: 'aozora-denki' }),
    companyDocument('studio', { name: 'Northlight Studio' }),
    companyDocument('group', { name: 'Northlight Group' }),
  ],
  redirects: { 'kestrel-old': 'kestrel', 'kestrel-older': 'kestrel-old' },
  identifiers: {
    'fqdn:kestrelvane.com.au': 'kestrel',
    'network:kestrel-vane': 'kestrel',
    'abn:62612345016': 'kestrel',
    'network:aozora-denki': 'aozora',
    'fqdn:northlight.ca': 'group',
    'fqdn:studio.northlight.ca': 'studio',
    'fqdn:facebook.com': 'group',
  },
  people: [
    ...Object.entries(titles).map(([person, title]) => personDocument('kestrel', { person, title })),
    personDocument('kestrel', { person: 'untitled' }),
    personDocument('kestrel', { person: 'kiwi', title: 'Sales Manager', country: 'NZ' }),
    personDocument('aozora', { person: 'bucho', title: '営業部長', country: 'JP' }),
    personDocument('aozora', { person: 'sydney', title: 'Sales Manager' }),
  ],
};
