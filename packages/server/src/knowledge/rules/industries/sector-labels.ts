/**
 * Industry labels of LinkedIn, from its current list and the list before 2022, by our sectors. Current
 * labels are those that the network documents for partners (collected in trysignalbase/industry-codes, MIT). They are
 * used to read incoming files and never served.
 */
// biome-ignore format: a list of labels
export const sectorLabels: Readonly<Record<Sector, string>> = {
  'Agriculture, Forestry & Fishing': `
    farming|farming ranching forestry|fisheries|fishery|forestry and logging|horticulture|ranching|
    ranching and fisheries`,
  'Mining, Oil & Gas': `
    coal mining|metal ore mining|mining|mining and metals|natural gas extraction|nonmetallic mineral mining|
    oil and energy|oil and gas|oil extraction|oil gas and mining`,
  'Utilities & Waste': `
    biomass electric power generation|electric power generation|
    electric power transmission control and distribution|fossil fuel electric power generation|
    geothermal electric power generation|hydroelectric power generation|natural gas distribution|
    nuclear electric power generation|renewable energy power generation|renewables and environment|
    solar electric power generation|steam and air conditioning supply|utilities|waste collection|
    waste treatment and disposal|water supply and irrigation systems|
    water waste steam and air conditioning services|wind electric power generation`,
  Construction: `
    building construction|building equipment contractors|building finishing contractors|
    building structure and exterior contractors|civil engineering|construction|
    highway street and bridge construction|nonresidential building construction|residential building construction|
    specialty trade contractors|subdivision of land|utility system construction`,
  Manufacturing: `
    abrasives and nonmetallic minerals manufacturing|accessible hardware manufacturing|
    agricultural chemical manufacturing|agriculture construction mining machinery manufacturing|
    alternative fuel vehicle manufacturing|animal feed manufacturing|apparel manufacturing|
    appliances electrical and electronics manufacturing|architectural and structural metal manufacturing|
    artificial rubber and synthetic fiber manufacturing|audio and video equipment manufacturing|
    automation machinery manufacturing|automotive|aviation and aerospace|
    aviation and aerospace component manufacturing|baked goods manufacturing|beverage manufacturing|
    boilers tanks and shipping container manufacturing|breweries|chemical manufacturing|
    chemical raw materials manufacturing|chemicals|clay and refractory products manufacturing|
    climate technology product manufacturing|commercial and service industry machinery manufacturing|
    communications equipment manufacturing|computer hardware|computer hardware manufacturing|
    computers and electronics manufacturing|construction hardware manufacturing|consumer electronics|consumer goods|
    cosmetics|cutlery and handtool manufacturing|dairy|dairy product manufacturing|defense and space|
    defense and space manufacturing|distilleries|electric lighting equipment manufacturing|
    electrical electronic manufacturing|electrical equipment manufacturing|
    stores and power transmission equipment manufacturing|fabricated metal products|
    fashion accessories manufacturing|food and beverage manufacturing|food production|footwear manufacturing|
    fruit and vegetable preserves manufacturing|fuel cell manufacturing|furniture|
    furniture and home furnishings manufacturing|glass ceramics and concrete|
    glass ceramics and concrete manufacturing|glass product manufacturing|
    household and institutional furniture manufacturing|household appliance manufacturing|
    hvac and refrigeration equipment manufacturing|industrial automation|industrial machinery manufacturing|
    leather product manufacturing|lime and gypsum products manufacturing|machinery|machinery manufacturing|
    magnetic and optical media manufacturing|manufacturing|mattress and blinds manufacturing|
    measuring and control instrument manufacturing|meat products manufacturing|mechanical or industrial engineering|
    medical devices|medical equipment manufacturing|metal treatments|metal valve ball and roller manufacturing|
    metalworking machinery manufacturing|motor vehicle manufacturing|motor vehicle parts manufacturing|
    office furniture and fixtures manufacturing|oil and coal product manufacturing|packaging and containers|
    packaging and containers manufacturing|paint coating and adhesive manufacturing|
    paper and forest product manufacturing|paper and forest products|personal care product manufacturing|
    pharmaceutical manufacturing|pharmaceuticals|plastics|plastics and rubber product manufacturing|
    plastics manufacturing|primary metal manufacturing|printing|printing services|railroad equipment manufacturing|
    railroad manufacture|renewable energy equipment manufacturing|renewable energy semiconductor manufacturing|
    robot manufacturing|rubber products manufacturing|seafood product manufacturing|semiconductor manufacturing|
    semiconductors|shipbuilding|smart meter manufacturing|soap and cleaning product manufacturing|sporting goods|
    sporting goods manufacturing|spring and wire product manufacturing|
    sugar and confectionery product manufacturing|textile manufacturing|textiles|tobacco|tobacco manufacturing|
    transportation equipment manufacturing|turned products and fastener manufacturing|wine and spirits|wineries|
    women s handbag manufacturing|wood product manufacturing`,
  Wholesale: `
    building materials|import and export|wholesale|wholesale alcoholic beverages|
    wholesale apparel and sewing supplies|wholesale appliances electrical and electronics|
    wholesale building materials|wholesale chemical and allied products|wholesale computer equipment|
    wholesale drugs and sundries|wholesale food and beverage|wholesale footwear|
    wholesale furniture and home furnishings|wholesale hardware plumbing heating equipment|
    wholesale import and export|wholesale luxury goods and jewelry|wholesale machinery|
    wholesale metals and minerals|wholesale motor vehicles and parts|wholesale paper products|
    wholesale petroleum and petroleum products|wholesale photography equipment and supplies|
    wholesale raw farm products|wholesale recyclable materials`,
  Retail: `
    apparel and fashion|arts and crafts|business supplies and equipment|food and beverage retail|
    luxury goods and jewelry|online and mail order retail|retail|retail apparel and fashion|
    retail appliances electrical and electronic equipment|retail art dealers|retail art supplies|
    retail books and printed news|retail building materials and garden equipment|retail florists|
    retail furniture and home furnishings|retail gasoline|retail groceries|retail health and personal care products|
    retail luxury goods and jewelry|retail motor vehicles|retail musical instruments|retail office equipment|
    retail office supplies and gifts|retail pharmacies|retail recyclable materials and used merchandise|
    supermarkets`,
  'Transport & Logistics': `
    airlines and aviation|airlines aviation|freight and package transportation|ground passenger transportation|
    interurban and rural bus services|logistics and supply chain|maritime|maritime transportation|
    package freight delivery|pipeline transportation|postal services|rail transportation|
    school and employee bus services|shuttles and special needs transportation services|sightseeing transportation|
    taxi and limousine services|transportation logistics supply chain and storage|transportation trucking railroad|
    truck transportation|urban transit services|warehousing|warehousing and storage`,
  'Accommodation & Food Services': `
    accommodation services|bars taverns and nightclubs|bed and breakfasts hostels homestays|caterers|
    food and beverage services|food and beverages|hospitality|hotels and motels|mobile food services|restaurants`,
  Technology: `
    blockchain services|business intelligence platforms|climate data and analytics|computer and network security|
    computer games|computer networking|computer networking products|computer software|
    data infrastructure and analytics|data security software products|desktop computing software products|
    digital accessibility services|embedded software products|information services|
    information technology and services|internet|internet marketplace platforms|it services and it consulting|
    it system custom software development|it system data services|it system design services|
    it system installation and disposal|it system operations and maintenance|it system testing and evaluation|
    it system training and support|mobile computing software products|mobile gaming apps|
    social networking platforms|software development|technology information and internet|
    technology information and media`,
  'Media & Telecommunications': `
    animation|animation and post production|blogs|book and periodical publishing|book publishing|broadcast media|
    broadcast media production and distribution|business content|cable and satellite programming|internet news|
    internet publishing|media and telecommunications|media production|motion pictures and film|
    movies and sound recording|movies videos and sound|newspaper publishing|newspapers|online audio and video media|
    online media|periodical publishing|publishing|radio and television broadcasting|satellite telecommunications|
    sheet music publishing|sound recording|telecommunications|telecommunications carriers|wireless|
    wireless services`,
  'Financial Services & Insurance': `
    banking|capital markets|claims adjusting actuarial services|credit intermediation|financial services|
    funds and trusts|holding companies|insurance|insurance agencies and brokerages|
    insurance and employee benefit funds|insurance carriers|international trade and development|investment advice|
    investment banking|investment management|loan brokers|pension funds|savings institutions|
    securities and commodity exchanges|trusts and estates|venture capital and private equity|
    venture capital and private equity principals`,
  'Real Estate & Rental': `
    commercial and industrial equipment rental|commercial real estate|consumer goods rental|
    equipment rental services|leasing non residential real estate|leasing residential real estate|real estate|
    real estate agents and brokers|real estate and equipment rental services`,
  'Professional Services': `
    accessible architecture and design|accounting|advertising services|alternative dispute resolution|
    architecture and planning|biotechnology|biotechnology research|business consulting and services|design|
    design services|engineering services|environmental services|government relations|government relations services|
    graphic design|human resources|human resources services|interior design|law practice|legal services|
    management consulting|market research|marketing and advertising|marketing services|nanotechnology|
    nanotechnology research|operations consulting|outsourcing and offshoring consulting|outsourcing offshoring|
    photography|professional services|program development|public relations and communications|
    public relations and communications services|regenerative design|research|research services|
    robotics engineering|services for renewable energy|strategic management services|surveying and mapping services|
    think tanks|veterinary|veterinary services`,
  'Administrative & Support Services': `
    administrative and support services|collection agencies|events services|executive search services|
    facilities services|fund raising|fundraising|janitorial services|landscaping services|
    leisure travel and tourism|office administration|security and investigations|
    security guards and patrol services|security systems services|staffing and recruiting|telephone call centers|
    temporary help services|translation and localization|travel arrangements|writing and editing`,
  'Government & Public Safety': `
    administration of justice|air water and waste program management|armed forces|
    community development and urban planning|conservation programs|correctional institutions|courts of law|
    economic programs|education administration programs|environmental quality programs|executive office|
    executive offices|fire protection|government administration|health and human services|
    housing and community development|housing programs|international affairs|judiciary|law enforcement|
    legislative office|legislative offices|military|military and international affairs|public assistance programs|
    public health|public policy|public policy offices|public safety|space research and technology|
    transportation programs|utilities administration`,
  Education: `
    cosmetology and barber schools|e learning|e learning providers|education|education management|fine arts schools|
    flight training|higher education|language schools|primary and secondary education|primary secondary education|
    professional training and coaching|secretarial schools|sports and recreation instruction|
    technical and vocational training`,
  'Health Care & Social Assistance': `
    alternative medicine|ambulance services|child day care services|chiropractors|community services|dentists|
    emergency and relief services|family planning centers|home health care services|hospital and health care|
    hospitals|hospitals and health care|individual and family services|medical and diagnostic laboratories|
    medical practice|medical practices|mental health care|nursing homes and residential care facilities|
    optometrists|outpatient care centers|physical occupational and speech therapists|physicians|
    services for the elderly and disabled|vocational rehabilitation services`,
  'Arts, Sport & Recreation': `
    amusement parks and arcades|artists and writers|circuses and magic shows|dance companies|entertainment|
    entertainment providers|fine art|gambling and casinos|gambling facilities and casinos|
    golf courses and country clubs|health wellness and fitness|historical sites|libraries|museums|
    museums and institutions|museums historical sites and zoos|music|musicians|performing arts|
    performing arts and spectator sports|racetracks|recreational facilities|recreational facilities and services|
    skiing facilities|spectator sports|sports|sports teams and clubs|theater companies|
    wellness and fitness services|zoos and botanical gardens`,
  'Consumer & Other Services': `
    civic and social organization|civic and social organizations|commercial and industrial machinery maintenance|
    consumer services|electronic and precision equipment maintenance|footwear and leather goods repair|
    household services|industry associations|laundry and drycleaning services|non profit organization management|
    non profit organizations|nonprofit organization management|personal and laundry services|personal care services|
    pet services|philanthropic fundraising services|philanthropy|political organization|political organizations|
    professional organizations|religious institutions|repair and maintenance|reupholstery and furniture repair|
    vehicle repair and maintenance`,
};

/** The columns of the table. `isic` is ISIC 4 and the classifications built on it: SSIC, MSIC, KBLI, PSIC, VSIC, TSIC. */
export type CrosswalkColumn = 'naics' | 'anzsic' | 'sic' | 'isic';

/** First digits of the codes that lead to a sector, ranges as the classifications write them. */
type Row = readonly [sector: string, prefixes: Readonly<Record<CrosswalkColumn, string>>];

/** The longest prefix decides: `5415` is technology although `54` is professional services; no prefix is listed twice. */
// biome-ignore format: one sector is one line
export const crosswalk = [
  ['Agriculture, Forestry & Fishing', { naics: '11', anzsic: 'A 01-05', sic: '01-02 07-09', isic: '01-03' }],
  ['Mining, Oil & Gas', { naics: '21', anzsic: 'B 06-10', sic: '10 12-14', isic: '05-09' }],
  ['Utilities & Waste', { naics: '22 562', anzsic: 'D 26-29', sic: '49', isic: '35-39' }],
  ['Construction', { naics: '23', anzsic: 'E 30-32', sic: '15-17', isic: '41-43' }],
  ['Manufacturing', { naics: '31-33', anzsic: 'C 11-25', sic: '20-26 28-39', isic: '10-33' }],
  ['Wholesale', { naics: '42', anzsic: 'F 33-38', sic: '50-51', isic: '46' }],
  ['Retail', { naics: '44-45', anzsic: 'G 39-43', sic: '52-57 59', isic: '45 47' }],
  ['Transport & Logistics', { naics: '48-49', anzsic: 'I 46-53', sic: '40-47', isic: '49-53' }],
  ['Accommodation & Food Services', { naics: '72', anzsic: 'H 44-45', sic: '58 70', isic: '55-56' }],
  ['Technology', { naics: '5132 518-519 5415', anzsic: '542 59 70', sic: '737', isic: '582 62-63' }],
  ['Media & Telecommunications', { naics: '51', anzsic: 'J 54-58 60', sic: '27 48 78', isic: '58-61' }],
  ['Financial Services & Insurance', { naics: '52', anzsic: 'K 62-64', sic: '60-64 67', isic: '64-66' }],
  ['Real Estate & Rental', { naics: '53', anzsic: 'L 66-67', sic: '65', isic: '68 77' }],
  ['Professional Services', { naics: '54-55', anzsic: 'M 69', sic: '731 81 87 89', isic: '69-75' }],
  ['Administrative & Support Services', { naics: '56', anzsic: 'N 72-73', sic: '73', isic: '78-82' }],
  ['Government & Public Safety', { naics: '92', anzsic: 'O 75-77', sic: '8888 90-98', isic: '84 99' }],
  ['Education', { naics: '61', anzsic: 'P 80-82', sic: '82', isic: '85' }],
  ['Health Care & Social Assistance', { naics: '62', anzsic: 'Q 84-87', sic: '80 83', isic: '86-88' }],
  ['Arts, Sport & Recreation', { naics: '71', anzsic: 'R 89-92', sic: '79 84', isic: '90-93' }],
  ['Consumer & Other Services', { naics: '81', anzsic: 'S 94-96', sic: '72 75-76 86 88 99', isic: '94-98' }],
] as const satisfies readonly Row[];
export type Sector = (typeof crosswalk)[number][0];

type OwnPrefixes = Readonly<Partial<Record<Sector, string>>>;

/** Where Korea's KSIC differs from ISIC: repair of machinery, rental, facilities and business support. */
export const ksicPrefixes: OwnPrefixes = {
  Manufacturing: '34',
  'Real Estate & Rental': '76',
  'Administrative & Support Services': '74-75',
};

/** Where Canada's NAICS differs from that of the United States: wholesale trade and public administration. */
export const canadianPrefixes: OwnPrefixes = {
  Wholesale: '41',
  'Government & Public Safety': '91',
};

/** The classifications that lead to a sector: the columns, and those of one country that are built on one of them. */
export type CodeScheme = CrosswalkColumn | 'ksic' | 'naics-canada';
