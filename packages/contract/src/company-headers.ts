/**
 * Our fields for companies, and the headers that files use for them, the most likely first. Headers are compared without
 * spaces, case and `_ - . / : ( )`, so `Company Name`, `company_name` and `companyName` are the same.
 */
// biome-ignore format: one field is one line
export const companyFields = {
  key: [
    'key', 'record id', 'company id', 'account id', 'organization id', 'organisation id', 'company key',
    'external id', 'uid', 'uuid', 'id', '顧客コード', '会社コード',
  ],
  name: [
    'name', 'company', 'company name', 'account name', 'organisation', 'organization', 'organisation name',
    'organization name', 'business name', 'entity name', 'legal name', 'registered name', 'display name',
    'account', 'company name for emails', 'firm', 'firma', 'unternehmen', 'raison sociale', '会社名', '企業名', '法人名',
    '商号', '名称', '商号又は名称', '회사명', '公司名称', '公司名稱',
  ],
  trading_names: [
    'trading names', 'trading name', 'trading as', 'trades as', 'dba', 'doing business as', 'also known as', 'aka',
    'brand name', '屋号',
  ],
  former_names: ['former names', 'former name', 'previous name', 'previous names', 'formerly', '旧社名', '旧商号'],
  website: [
    'website', 'url', 'web', 'homepage', 'home page', 'company url', 'company website', 'website url', 'web site',
    'web address', 'site', 'hm url', 'charity website', 'account website', 'webseite', 'site web', 'ホームページ',
    'ウェブサイト', 'サイト', '企業url', '홈페이지',
  ],
  fqdn: [
    'fqdn', 'domain', 'company domain name', 'company domain', 'domain name', 'primary domain', 'host', 'hostname',
    'website domain', 'email domain', 'ドメイン',
  ],
  network: [
    'network', 'handle', 'linkedin slug', 'linkedin url', 'linkedin', 'company linkedin url', 'company linkedin',
    'linkedin company page', 'linkedin company url', 'linkedin profile', 'linkedin page', 'linkedin link',
    'linkedin handle', 'ln slug', 'ln url',
  ],
  employee_count: [
    'employee count', 'employees', 'number of employees', '# employees', 'no of employees', 'employees count',
    'current employee estimate', 'total employees', 'headcount', 'head count', 'staff', 'staff count',
    'total no employees', 'num employees', 'fte', 'mitarbeiter', 'mitarbeiterzahl', 'effectif', '従業員数', '社員数',
    '직원수', '员工人数',
  ],
  company_size: [
    'company size', 'size', 'size range', 'size band', 'employee range', 'employees range', 'employee size',
    'employee band', 'staff count range', 'number of employees range', 'company size range', '従業員規模', '企業規模',
  ],
  year_founded: [
    'year founded', 'founded', 'founded year', 'foundation year', 'founded in', 'founded on', 'founding date',
    'year established', 'established', 'date established', 'inception', 'est dt', 'incorporation date',
    'date of incorporation', 'registration date', 'gründungsjahr', 'année de création', '設立年', '設立', '設立年月日',
    '創業年', '설립연도',
  ],
  revenue: [
    'revenue', 'annual revenue', 'inferred revenue', 'revenue range', 'revenue band', 'estimated revenue',
    'company revenue', 'company revenue range', 'turnover', 'annual turnover', 'sales', 'annual sales', 'umsatz',
    "chiffre d'affaires", '売上高', '売上', '年商',
  ],
  revenue_usd: ['revenue usd', 'annual revenue usd', 'revenue in usd', 'revenue us$', 'estimated revenue usd', 'sales usd'],
  company_type: [
    'company type', 'type', 'organisation type', 'organization type', 'ownership', 'ownership type', 'entity type',
    'legal form', 'business type', 'account type', 'rechtsform', '法人種別', '会社形態',
  ],
  industries: [
    'industries', 'industry', 'primary industry', 'industry name', 'sector', 'sectors', 'industry sector',
    'primary sub industry', 'sub industry', 'branche', 'secteur', '業種', '業界', '업종', '行业',
  ],
  hq_location: [
    'hq', 'headquarters', 'hq location', 'headquarters location', 'location', 'city', 'hq city', 'company city',
    'town', 'suburb', 'locality', 'billing city', 'company address', 'address', 'ort', 'stadt', 'ville', '本社所在地',
    '所在地', '住所', '市区町村', '주소',
  ],
  hq_country: [
    'hq country', 'country', 'country code', 'headquarters country', 'company country', 'billing country',
    'country region', 'country name', 'land', 'pays', '国', '国名', '国家',
  ],
  locations: ['locations', 'offices', 'office locations', 'branches', '拠点'],
  states: [
    'states', 'state', 'region', 'province', 'hq state', 'company state', 'state region', 'state province',
    'billing state', 'province territory', 'prefecture', 'bundesland', '都道府県',
  ],
  phones: [
    'phones', 'phone', 'telephone', 'company phone', 'phone number', 'main phone', 'phn no', 'corporate phone',
    'company phone number', 'company phone numbers', 'company hq phone', 'business phone', 'account phone',
    'office phone', 'work phone', 'tel', 'telefon', 'téléphone', '電話番号', '電話', '代表電話', 'tel番号', '전화번호', '电话',
  ],
  emails: [
    'emails', 'email', 'company email', 'email address', 'company emails', 'general email', 'contact email',
    'business email', 'mail', 'メールアドレス', 'メール', 'eメール',
  ],
  description: [
    'description', 'company description', 'about', 'about us', 'overview', 'summary', 'short description',
    'seo description', 'beschreibung', '事業内容', '説明', '概要', '会社概要',
  ],
  tagline: ['tagline', 'slogan', 'motto', 'キャッチコピー'],
  keywords: ['keywords', 'keyword', 'tags', 'specialties', 'specialities', 'technologies keywords', 'キーワード', 'タグ'],
  abn: ['abn', 'australian business number', 'abn number', 'abn no'],
  acn: ['acn', 'arbn', 'australian company number', 'acn number', 'acn no', 'acn arbn'],
  nzbn: ['nzbn', 'new zealand business number', 'nzbn number'],
  uen: ['uen', 'unique entity number', 'uen no', 'acra uen'],
  jcn: ['jcn', 'corporate number', 'japan corporate number', 'houjin bangou', '法人番号'],
  lei: ['lei', 'legal entity identifier', 'lei code'],
  cik: ['cik', 'central index key', 'sec cik', 'cik number'],
  duns: ['duns', 'duns number', 'd-u-n-s number', 'dnb duns', 'duns no'],
  naics: ['naics', 'naics code', 'naics codes', 'primary naics', 'primary naics code', 'derived naics', 'naics code 1'],
  sic: ['sic', 'sic code', 'sic codes', 'primary sic', 'primary sic code', 'us sic', 'sic code 1'],
  anzsic: ['anzsic', 'anzsic code', 'anzsic 2006', 'anzsic class', 'anzsic06', 'main anzsic code'],
  twitter: ['twitter', 'twitter url', 'twitter handle', 'twitter link', 'twitter username', 'x handle', 'company twitter'],
  facebook: ['facebook', 'facebook url', 'facebook page', 'facebook company page', 'facebook link', 'company facebook'],
  youtube: ['youtube', 'youtube url', 'youtube channel', 'youtube link'],
  instagram: ['instagram', 'instagram url', 'instagram handle', 'instagram link'],
  country: ['record country', 'country of record'],
  observed: [
    'observed', 'observed at', 'as of', 'as at', 'last verified', 'last updated', 'last modified date',
    'updated at', '更新日',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Fields that combine the values of several columns. */
export const companyLists: ReadonlySet<string> = new Set<keyof typeof companyFields>([
  'trading_names',
  'former_names',
  'industries',
  'locations',
  'states',
  'phones',
  'emails',
  'keywords',
]);

/** A header in the form in which it is compared, without spaces, case and punctuation. */
export const toPlainHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-./:()]+/gu, '');
