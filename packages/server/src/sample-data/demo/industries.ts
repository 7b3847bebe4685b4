/** An industry, with its classification codes and the words for company names and descriptions. */
export interface Industry {
  name: string;
  sic: string;
  naics: string;
  anzsic: string;
  /** Words at the end of an English company name. */
  trades: readonly string[];
  /** The word at the end of a name in another language, with its Latin form if the script is not Latin. */
  native: Readonly<Record<'ja' | 'ko' | 'th' | 'vi' | 'id' | 'zh', string>>;
  keywords: readonly string[];
}

type Row = [name: string, codes: string, trades: string, native: string, keywords: string];

// Codes: SIC 1987, NAICS 2022, ANZSIC 2006. Native words: Japanese, Korean, Thai, Vietnamese, Indonesian, Chinese.
const rows: Row[] = [
  [
    'Measuring Instruments',
    '3829 334519 2419',
    'Instruments|Metrology|Sensors|Gauges',
    '計測|계측|เครื่องมือวัด|Đo Lường|Instrumen|儀器',
    'anemometer|weather station|calibration|data logger|flow meter',
  ],
  [
    'Farm Machinery',
    '3523 333111 2461',
    'Harvesting|Farm Machinery|Implements|Tillage',
    '農機|농기계|เครื่องจักรกลเกษตร|Máy Nông Nghiệp|Mesin Tani|農機',
    'seeder|harvester|drip line|precision farming|tractor',
  ],
  [
    'Vegetable Growing',
    '0161 111219 0123',
    'Growers|Farms|Produce|Market Gardens',
    '農園|농원|ฟาร์ม|Nông Sản|Tani|農產',
    'greenhouse|hydroponics|seedlings|cold chain|organic',
  ],
  [
    'Aquaculture',
    '0273 112511 0202',
    'Aquaculture|Seafoods|Oysters|Hatcheries',
    '水産|수산|ประมง|Thủy Sản|Perikanan|水產',
    'hatchery|kelp|oyster|feed|water quality',
  ],
  [
    'Building Construction',
    '1542 236220 3020',
    'Constructions|Builders|Projects|Joinery & Building',
    '建設|건설|ก่อสร้าง|Xây Dựng|Konstruksi|建築',
    'commercial fit-out|design and construct|tender|site safety|concrete',
  ],
  [
    'Road and Bridge Construction',
    '1611 237310 3101',
    'Civil|Roadworks|Bridgeworks|Earthmoving',
    '道路|토목|โยธา|Cầu Đường|Jalan Jembatan|道路工程',
    'asphalt|culvert|traffic control|surveying|bridge',
  ],
  [
    'Electrical Services',
    '1731 238210 3232',
    'Electrical|Switchboards|Power Services|Lighting',
    '電工|전기|ไฟฟ้า|Điện Lực|Listrik|電氣',
    'switchboard|lighting|solar installation|test and tag|cabling',
  ],
  [
    'Soft Drink Manufacturing',
    '2086 312111 1211',
    'Beverages|Cordials|Springs|Bottlers',
    '飲料|음료|เครื่องดื่ม|Nước Giải Khát|Minuman|飲品',
    'kombucha|bottling|cold brew|sparkling water|private label',
  ],
  [
    'Food Processing',
    '2033 311421 1140',
    'Foods|Pantry|Preserves|Provisions',
    '食品|식품|อาหาร|Thực Phẩm|Pangan|食品',
    'canning|sauces|allergen free|export|ready meals',
  ],
  [
    'Furniture Manufacturing',
    '2511 337122 2511',
    'Furniture|Joinery|Cabinetry|Seating',
    '家具|가구|เฟอร์นิเจอร์|Nội Thất|Mebel|家具',
    'joinery|oak|office fit-out|veneer|upholstery',
  ],
  [
    'Paper Packaging',
    '2653 322211 1521',
    'Packaging|Cartons|Corrugates|Boxworks',
    '紙器|포장|บรรจุภัณฑ์|Bao Bì|Kemasan|包裝',
    'corrugated board|recycled fibre|die cutting|labels|cartons',
  ],
  [
    'Pharmaceuticals',
    '2834 325412 1841',
    'Therapeutics|Pharma|Remedies|Formulations',
    '製薬|제약|เภสัช|Dược Phẩm|Farmasi|製藥',
    'generic medicine|clinical trial|tablet|sterile fill|cold storage',
  ],
  [
    'Semiconductors',
    '3674 334413 2429',
    'Semiconductors|Photonics|Microdevices|Wafers',
    '半導体|반도체|เซมิคอนดักเตอร์|Bán Dẫn|Semikonduktor|半導體',
    'wafer|photonic sensor|packaging and test|power device|clean room',
  ],
  [
    'Switchgear Manufacturing',
    '3613 335313 2439',
    'Switchgear|Controls|Drives|Automation',
    '電機|전자|อิเล็กทรอนิกส์|Điện Tử|Elektronik|電子',
    'motor drive|relay|busbar|control panel|automation',
  ],
  [
    'Textiles',
    '2211 313310 1313',
    'Textiles|Weavers|Knits|Outfitters',
    '繊維|섬유|สิ่งทอ|Dệt May|Tekstil|紡織',
    'merino|dyeing|workwear|yarn|circular fashion',
  ],
  [
    'Caravan Manufacturing',
    '3792 336214 2312',
    'Caravans|Campers|Trailers|Coachworks',
    '車体|차체|ยานยนต์|Ô Tô|Karoseri|車體',
    'off-grid camper|chassis|fibreglass|towing|suspension',
  ],
  [
    'Solar Power',
    '4911 221114 2619',
    'Solar|Renewables|Energy|Microgrids',
    '電力|에너지|พลังงาน|Năng Lượng|Energi|能源',
    'rooftop solar|battery|power purchase agreement|microgrid|inverter',
  ],
  [
    'Water Supply',
    '4941 221310 2811',
    'Water|Irrigation|Hydraulics|Pumps',
    '水道|수자원|ประปา|Cấp Nước|Tirta|水務',
    'irrigation|pump station|leak detection|desalination|smart meter',
  ],
  [
    'Waste Collection',
    '4953 562111 2911',
    'Recycling|Resource Recovery|Skips|Circular',
    '環境|환경|รีไซเคิล|Môi Trường|Daur Ulang|環保',
    'recycling|compost|landfill diversion|e-waste|organics',
  ],
  [
    'Road Freight',
    '4213 484110 4610',
    'Haulage|Freightlines|Transport|Linehaul',
    '運輸|운수|ขนส่ง|Vận Tải|Angkutan|運輸',
    'linehaul|refrigerated freight|last mile|fleet telematics|heavy haulage',
  ],
  [
    'Warehousing',
    '4225 493110 5309',
    'Logistics|Storage|Fulfilment|Warehousing',
    '倉庫|물류|คลังสินค้า|Kho Vận|Gudang|倉儲',
    'pick and pack|bonded store|cold store|third-party logistics|inventory',
  ],
  [
    'Freight Forwarding',
    '4731 488510 5292',
    'Forwarding|Shipping Agents|Customs|Cargo',
    '物流|해운|ชิปปิ้ง|Giao Nhận|Kargo|船務',
    'customs broking|sea freight|air freight|incoterms|container',
  ],
  [
    'Grocery Wholesaling',
    '5141 424410 3601',
    'Trading|Wholesale|Importers|Merchants',
    '商事|상사|เทรดดิ้ง|Thương Mại|Niaga|貿易',
    'import|distribution|dry goods|private label|retail supply',
  ],
  [
    'Hotels',
    '7011 721110 4400',
    'Hotels|Lodges|Resorts|Retreats',
    '観光|관광|รีสอร์ท|Du Lịch|Wisata|酒店',
    'boutique hotel|conference|eco lodge|loyalty|bookings',
  ],
  [
    'Restaurants',
    '5812 722511 4511',
    'Kitchens|Dining|Hospitality|Eateries',
    '食堂|외식|ครัว|Ẩm Thực|Kuliner|餐飲',
    'catering|cafe|seasonal menu|franchise|delivery',
  ],
  [
    'Software',
    '7372 513210 5420',
    'Software|Systems|Cloud|Apps',
    'ソフト|소프트|ซอฟต์แวร์|Phần Mềm|Perangkat Lunak|軟件',
    'workflow|subscription software|open source|mobile app|integration',
  ],
  [
    'Computer Systems Design',
    '7373 541512 7000',
    'Digital|Technologies|Data|Networks',
    'システム|시스템|ดิจิทัล|Công Nghệ|Teknologi|科技',
    'managed services|data platform|cyber security|cloud migration|help desk',
  ],
  [
    'Engineering Services',
    '8711 541330 6923',
    'Engineering|Structures|Geotechnics|Design',
    '技研|엔지니어링|วิศวกรรม|Kỹ Thuật|Rekayasa|工程',
    'structural design|geotechnical|finite element|feasibility|rail',
  ],
  [
    'Management Consulting',
    '8742 541611 6962',
    'Advisory|Consulting|Partners|Strategy',
    '総研|컨설팅|ที่ปรึกษา|Tư Vấn|Konsultan|顧問',
    'strategy|change management|benchmarking|procurement advice|operating model',
  ],
  [
    'Training',
    '8249 611430 8101',
    'Training|Academy|Learning|Institute',
    '学習|교육|การศึกษา|Giáo Dục|Edukasi|教育',
    'apprenticeship|e-learning|short course|certificate|upskilling',
  ],
  [
    'Medical Practices',
    '8011 621111 8511',
    'Health|Clinics|Medical|Wellness',
    '医療|의료|การแพทย์|Y Tế|Medika|醫療',
    'general practice|telehealth|pathology|allied health|vaccination',
  ],
  [
    'Insurance Broking',
    '6411 524210 6420',
    'Insurance Brokers|Underwriting|Risk|Cover',
    '保険|보험|ประกันภัย|Bảo Hiểm|Asuransi|保險',
    'broker|marine cover|professional indemnity|claims|reinsurance',
  ],
  [
    'Advertising',
    '7311 541810 6940',
    'Creative|Media|Studios|Campaigns',
    '広告|광고|โฆษณา|Truyền Thông|Periklanan|廣告',
    'branding|media buying|content|search marketing|video',
  ],
  [
    'Building Cleaning',
    '7349 561720 7311',
    'Cleaning|Facilities|Hygiene|Property Care',
    '清掃|청소|ทำความสะอาด|Vệ Sinh|Kebersihan|清潔',
    'window cleaning|facility management|infection control|carpet|grounds',
  ],
];

const words = (text: string) => text.split('|');

function toIndustry([name, codes, trades, native, keywords]: Row): Industry {
  const [sic = '', naics = '', anzsic = ''] = codes.split(' ');
  const [ja = '', ko = '', th = '', vi = '', id = '', zh = ''] = words(native);
  return {
    name,
    sic,
    naics,
    anzsic,
    trades: words(trades),
    native: { ja, ko, th, vi, id, zh },
    keywords: words(keywords),
  };
}

export const industries: readonly Industry[] = rows.map(toIndustry);
