/**
 * Our fields for people, and the headers that files use for them, the most likely first; compared like those of
 * companies. `company.…` identifies the company of the person.
 */
// biome-ignore format: one field is one line
export const peopleFields = {
  key: [
    'key', 'person id', 'contact id', 'lead id', 'prospect id', 'person key', 'record id', 'external id', 'uid',
    'uuid', 'id',
  ],
  position: [
    'position', 'title', 'job title', 'position title', 'role', 'job role', 'job position', 'current title',
    'current position', 'designation', 'headline', 'funktion', 'fonction', '役職', '役職名', '肩書', '職位', '직책', '职位',
  ],
  network: [
    'network', 'person linkedin url', 'linkedin url', 'linkedin', 'profile url', 'linkedin profile',
    'linkedin profile url', 'contact linkedin url', 'contact linkedin profile url', 'person linkedin',
    'linkedin link', 'linkedin slug', 'linkedin handle', 'public profile url', 'url', 'profile',
  ],
  country: [
    'country', 'country code', 'person country', 'contact country', 'work country', 'mailing country',
    'country region', 'country name', '国', '国名',
  ],
  seniority: ['seniority', 'seniority level', 'management level', 'job level', 'level'],
  department: ['department', 'departments', 'job function', 'function', 'job department', 'functional area', '部署', '部門'],
  email: [
    'email', 'email address', 'work email', 'business email', 'e-mail address', 'primary email', 'corporate email',
    'company email', 'professional email', 'contact email', 'mail', 'メールアドレス', 'メール', 'eメール',
  ],
  personal_email: ['personal email', 'private email', 'home email', 'secondary email', 'other email', 'personal email address'],
  phone: [
    'phone', 'phone number', 'work phone', 'direct phone', 'direct phone number', 'work direct phone',
    'business phone', 'telephone', 'direct dial', 'direct line', 'office phone', 'tel', 'telefon', '電話番号', '電話',
  ],
  dnd_phone: ['dnd phone', 'do not call phone', 'do not disturb phone', 'dnc phone'],
  mobile: [
    'mobile', 'mobile phone', 'mobile number', 'mobile phone number', 'cell', 'cell phone', 'cell number', 'handy',
    '携帯', '携帯電話', '携帯番号',
  ],
  has_email: ['has email', 'email exists'],
  has_personal_email: ['has personal email'],
  has_phone: ['has phone', 'phone exists'],
  has_dnd_phone: ['has dnd phone'],
  has_mobile: ['has mobile'],
  observed: [
    'observed', 'observed at', 'as of', 'as at', 'last verified', 'last updated', 'last modified date',
    'updated at', '更新日',
  ],
  'company.key': [
    'company key', 'company id', 'account id', 'company record id', 'associated company id', 'organization id',
    'organisation id', 'employer id',
  ],
  'company.abn': ['company abn', 'abn', 'employer abn', 'account abn'],
  'company.acn': ['company acn', 'acn', 'employer acn', 'account acn'],
  'company.nzbn': ['company nzbn', 'nzbn'],
  'company.uen': ['company uen', 'uen'],
  'company.jcn': ['company jcn', 'jcn', 'company corporate number', '法人番号'],
  'company.lei': ['company lei', 'lei'],
  'company.cik': ['company cik', 'cik'],
  'company.duns': ['company duns', 'duns', 'duns number', 'company duns number'],
  'company.network': [
    'company network', 'company linkedin url', 'company linkedin', 'company linkedin page',
    'company linkedin profile', 'company linkedin profile url', 'linkedin company page', 'linkedin company url',
    'organization linkedin url', 'account linkedin url',
  ],
  'company.fqdn': [
    'company domain', 'company domain name', 'domain', 'company fqdn', 'fqdn', 'website domain', 'account domain',
    'organization domain', 'email domain',
  ],
  'company.website': [
    'company website', 'company url', 'website', 'company web site', 'account website', 'organization website',
    'website url', 'homepage', 'company homepage',
  ],
  'company.name': [
    'company name', 'company', 'account name', 'account', 'organization name', 'organisation name', 'organization',
    'organisation', 'employer', 'employer name', 'current company', 'current employer', 'company name for emails',
    'associated company', 'business name', 'firm', 'firma', 'unternehmen', 'entreprise', 'société', '会社名', '会社', '企業名',
    '勤務先', '회사', '회사명', '公司', '公司名称',
  ],
  'company.country': [
    'company country', 'account country', 'organization country', 'organisation country', 'employer country',
    'company country code',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Headers of columns with names of people. They are known so that they are ignored on purpose. */
// biome-ignore format: a list of names
export const nameHeaders: readonly string[] = [
  'name', 'first name', 'last name', 'full name', 'given name', 'given names', 'surname', 'family name',
  'middle name', 'forename', 'first', 'last',
  'middle initial', 'contact name', 'person name', 'lead name', 'contact', 'contact full name', 'display name',
  'preferred name', 'nickname', 'maiden name', 'salutation',
  'fname', 'lname', 'vorname', 'nachname', 'prénom', 'nom', '氏名', '名前', '姓', '名', '姓名', 'お名前', 'フリガナ', 'ふりがな', '이름', '성명',
];
