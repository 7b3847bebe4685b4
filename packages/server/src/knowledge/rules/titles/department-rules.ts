import {
  bareChair,
  bareDirector,
  craftDirectors,
  jobsBesideDirector,
  ownersOfThings,
  roleEnd,
  roleStart,
  rolesBesideDirector,
} from './lists.ts';
import { anyOf, phrases, rulesFor, type TitleRule } from './rule.ts';

type Effect = 'drop' | 'add' | 'weak' | 'last';

const accountsOfCustomers = anyOf`key, strategic, national, major, enterprise`;
const medicalFields = anyOf`medical, pharma*, health ?care, clinical, dental, surgical`;
const repairedMachines = anyOf`automotive, vehicle, motor, diesel, hvac, refrigeration`;
const clients = anyOf`customer, client, member, guest, tenant, passenger`;
const operatedMachines = anyOf`
  machine, plant, forklift, crane, excavator, press, production, process, cnc, mill, boiler, equipment, loader, line
`;

const hr = rulesFor<Effect>(6);
const finance = rulesFor<Effect>(14);
const sales = rulesFor<Effect>(2);
const marketing = rulesFor<Effect>(11);
const engineering = rulesFor<Effect>(5);
const product = rulesFor<Effect>(15);
const customerService = rulesFor<Effect>(7);
const legal = rulesFor<Effect>(10);
const research = rulesFor<Effect>(9);
const medicine = rulesFor<Effect>(8);
const education = rulesFor<Effect>(12);
const consulting = rulesFor<Effect>(13);
const trades = rulesFor<Effect>(3);
const operations = rulesFor<Effect>(4);
const management = rulesFor<Effect>(1);

/**
 * How a title names a department, in order: see `rule.ts` for the notation.
 *
 * A `drop` phrase never counts for its department. An `add` phrase names the department; `weak` phrases count only if no
 * `add` phrase of any department matches, `last` phrases only if no `weak` phrase does.
 */
export const departmentRules: readonly TitleRule<Effect>[] = [
  // HR
  hr('drop', 'show business, not HR', { en: phrases`talent (agent|agency)` }),
  hr('add', 'HR', {
    en: phrases`
      human (resources?|capital), hr, hrd, hrm, hris, hrga, chro, personnel, workforce, diversity
      people (and|operations|experience|analytics|team|partner|business partner|services|development|strategy)
      people (manager|director|officer|leader|lead|advis[eo]r), (of|/|vp|vice president|chief|head) people
      talent, recruit*, head ?hunt*, staffing
      l and d, learning and development, organi[sz]ational development
      p and c, happiness officer, employee (relations|experience|engagement), industrial relations
      compensation, c and b, benefits, remuneration, total rewards?, payroll
    `,
    fr: phrases`ressources humaines, rh, recrut*, paie, dotation`,
    id: phrases`sdm, personalia, sumber (daya )?manusia`,
    vi: phrases`nhan su, tuyen dung, tien luong`,
    ja: phrases`人事, 採用, 労務`,
    ko: phrases`인사, 채용, 노무, 급여`,
    th: phrases`ทรัพยากรบุคคล, บุคคล, สรรหา, เงินเดือน`,
    zh: phrases`人力, 招聘, 薪酬`,
  }),

  // Finance
  finance('drop', 'accounts of customers are sales; controllers of other things; finance words with another meaning', {
    en: phrases`
      (key|strategic|national|major|enterprise|corporate|global|social media) accounts?
      fund ?rais*, trading standards, (data|food|blood) bank, finance recruit*, workers? compensation, sole trader
      (non )?equity partner
      (document|stock|quality|production|project|traffic|inventory|access|logistics|air traffic) controller
    `,
  }),
  finance('add', 'Finance', {
    en: phrases`
      financ*, cfo, fp and a, treasur*, investor relations, budget*, pricing
      account(ant|ants|ing|ancy), accounts, book ?keep*, cpa, bursar, audit*, tax(es|ation)?
      (ar|ap) (clerk|officer|specialist|manager|accountant|analyst|coordinator|assistant|executive|supervisor)
      (ar|ap) / (ar|ap), billing, biller, collections, debt, credit*
      (?<!credit )controller, comptroller, cost (accountant|analyst|manager|controller)
      bank(er|ing|s)?, teller, loans?, lending, mortgage, mortgage broker, escrow
      invest(ment|ments|or|ors|ing), wealth, portfolio manager, funds?, equit(y|ies), private equity, venture capital
      m and a, mergers, capital markets, securities, fixed income, foreign exchange, fx
      trading, trader, stock ?broker
      insurance, underwrit*, claims?, loss adjuster, actuar*, pension, superannuation, appraiser, valuer
    `,
    fr: phrases`comptab*, controleu(r|se), tresorier*, impots?, fiscal*, placements?`,
    id: phrases`keuangan, akuntan*, akuntansi, pajak, bendahara`,
    ms: phrases`akaun, kewangan, akauntan*, juruaudit`,
    vi: phrases`ke toan, tai chinh, kiem toan, thue`,
    ja: phrases`経理, 財務, 会計, 税理士, 融資, 投資, 金融, 内部監査`,
    ko: phrases`회계, 재무, 경리, 세무, 자금, 투자, 금융, 은행, 내부감사, 감사(?=팀|실|부)`,
    th: phrases`การเงิน, บัญชี, ตรวจสอบภายใน, สินเชื่อ, ธนาคาร`,
    zh: phrases`财务, 會計, 会计, 審計, 审计, 稅務, 税务, 出納, 出纳, 投资, 銀行, 银行`,
  }),

  // Sales
  sales('drop', 'not selling: cash registers, and the self-employed, whose word contains "sales" (営業, 영업)', {
    en: phrases`point of sale`,
    ja: phrases`自営業`,
    ko: phrases`자영업`,
  }),
  sales('add', 'Sales', {
    en: phrases`
      sales*, selling, pre ?sales, tele ?(sales|market*), revenue, cro, cco, territory
      business development, business developer, biz ?dev, bd (manager|executive|director|lead), customer acquisition
      account (manager|executive|director|coordinator|representative|supervisor|management|lead|specialist|development)
      ${accountsOfCustomers} accounts?, client partner, solutions? consultant
      commercial (director|manager|officer|lead|head|executive|excellence|operations)
      (chief|head of) commercial, commercial(?= /|$)
      channel, alliances?, partnerships?, partner (manager|sales|development|account|director|lead)
      dealer principal, franchise (manager|development), export manager
      bid (manager|writer), tenders, tendering, tender (manager|coordinator|writer|officer|specialist)
      real estate (agent|salesperson|consultant|broker), realtor, property consultant, lettings
      leasing (agent|consultant|manager|executive)
      store manager, shop (manager|assistant), merchandis*, cashier
      medical rep(resentative)?s?, med ?reps?
    `,
    fr: phrases`
      ventes?, vendeu(r|se), developpement des affaires, (directeur|directrice|gestionnaire) de comptes, territoire
    `,
    id: phrases`penjualan, kasir`,
    ms: phrases`jualan`,
    vi: phrases`kinh doanh, ban hang, trinh duoc vien`,
    ja: phrases`営業, 販売, セールス`,
    ko: phrases`영업, 세일즈, 판매`,
    th: phrases`ขาย`,
    zh: phrases`
      銷售, 销售, 業務(?=員|代表|經理|拓展), 业务, 商務, 商务, 客戶經理, 客户经理, 大客户, 医药代表
    `,
  }),
  sales('weak', 'Sales when nothing else is named', {
    en: phrases`
      retail, store, shop, supermarket, grocery, dealership, showroom, demonstrator, vendor, broker, export
      relationship (manager|executive|director|officer), real estate, leasing, rental, travel (agent|consultant)
    `,
    fr: phrases`magasin, boutique`,
    id: phrases`toko`,
    vi: phrases`cua hang`,
    ja: phrases`(?<!支)店長, 店員`,
    ko: phrases`(?<!지)점장, 매장`,
    th: phrases`ร้านค้า`,
    zh: phrases`店长, 店员, 零售`,
  }),

  // Marketing
  marketing('drop', 'engineers and teachers who design; technicians of communications and events', {
    en: phrases`
      design (engineer*|verification)
      (instructional|curriculum|learning|system|systems|database|network|circuit|chip) design*
      (structural|civil|mechanical|electrical) design*
      design and construct*, (communications?|events?) (engineer|technician), market(ing)? recruit*
    `,
  }),
  marketing('add', 'Marketing, communications, design, media', {
    en: phrases`
      marketing, marketer, brand*, cmo, campaigns?, advertis*, promotions?, sponsorship, e ?commerce
      growth (marketer|marketing|hacker), demand gen*, lead gen*, search engine, seo, sem, ppc
      digital (marketing|content|campaign|strategist), social media, media, content, copy ?writ*
      communications?, public relations, pr, publicist, public affairs, corporate affairs, external affairs
      government (affairs|relations), community (relations|manager|engagement), events?, fund ?rais*
      design, designers?, ux, ui, user experience, creative, art director, artist, illustrat*, fashion
      animator, animation, motion graphics, multimedia, photograph*, videograph*, video, film, producer
      editor, editorial, journalis*, reporter, writer, author, novelist, news, publish*, broadcast*, presenter
      announcer, proofreader, translator, interpreter
      music*, composer, songwriter, violinist, pianist, guitarist, dj
      actor, actress, comedian, dancer, choreograph*, sculptor, curator
    `,
    fr: phrases`redact(eur|rice), artistique, conception graphique, graphiste`,
    id: phrases`pemasaran, humas, desainer`,
    vi: phrases`tiep thi, truyen thong, thiet ke`,
    ja: phrases`マーケ, アート, 広報, 宣伝, デザイ, クリエイ, 編集, 記者, カメラマン, ライター`,
    ko: phrases`마케팅, 홍보, 광고, 브랜드, 디자인, 디자이너, 편집, 기자, 콘텐츠`,
    th: phrases`การตลาด, ประชาสัมพันธ์, ออกแบบ, ช่างภาพ`,
    zh: phrases`
      市場, 市场, 营销, 營銷, 行銷, 品牌, 公關, 公关, 媒體, 媒体, 設計師, 设计师, 編輯, 编辑, 廣告, 广告, 记者
    `,
  }),
  marketing('weak', 'Marketing when nothing else is named', {
    en: phrases`
      growth, digital, cgo, audio ?visual, singer, performer, model, stylist, drummer, display, gifts
      convention, conference, venue, meetings?
    `,
  }),

  // Engineering
  engineering('drop', 'engineer, developer and technician words that belong to other departments', {
    en: phrases`
      sales engineer, pre ?sales engineer, audio engineer, sound engineer
      business developer, (real estate|property|land) developer, developer relations, network marketing
      (engineering|it|software|tech|technical|technology) (recruit*|sales*|talent)
      (veterinary|pharmacy|medical|dental|laboratory|lab|nail|surgical|radiolog*|patient care|sterile) technician
      (dialysis|ultrasound) technician, ${repairedMachines} technician
      (beauty|research|anaesthetic|anesthesia) technician
      (mechanical|electrical) (fitter|apprentice|tradesperson|mechanic|contractor|installer|assistant)
      (medical|radiolog*|pharmacy|surgical|laboratory|lab|sleep|ultrasound|mri|food) technologist
      making it, do it
    `,
    zh: phrases`設計師, 设计师`,
    th: phrases`ช่างไฟฟ้า, การขายเทคนิค`,
  }),
  engineering('add', 'Engineering, software, IT, technicians', {
    en: phrases`
      engineer*, architects?, cto, cio, ciso, technology, technologies
      developers?, software development, software, programmer, full ?stack, front ?end, back ?end
      web (dev*|master), dev ?ops, sre, firmware, embedded, machine learning, scrum master, agile coach
      qa (engineer|analyst|lead|manager|tester|automation), test (engineer|analyst|automation|lead|manager), testers?
      technical (analyst|lead|leader|director|manager|architect|specialist|officer|support|consultant|services)
      technical (advis[eo]r|head), tech (lead|support)
      mechanical, electrical, electronics?, civil, structural, geotechnical, metallurg*
      automation, robotics?, hardware, cad, bim, draft(er|sman|swoman|sperson|ing), draughts*, surveyor
      technicians?, technologist, telecom*
      it, ict, mis, information (technology|systems?|security|officer), digital transformation, computer
      help ?desk, service ?desk, desktop, application support
      systems? (administrator|admin|analyst|operator|support|integrator), sys ?admin
      network*, infrastructure, cloud, database, dba, data ?cent(er|re)
      cyber*, infosec, security (analyst|engineer|architect), soc analyst, penetration
      erp, sap, oracle, salesforce (admin*|developer|architect|consultant), servicenow
    `,
    fr: phrases`
      ingenieure?, genie, technicienn?e?, technologique, technologue, architecte
      ti, informatique, logiciels?, developpeu(r|se), programmeu(r|se)
      administrat(eur|rice) (de |des )?(systemes?|reseaux?|bases?)
    `,
    id: phrases`insinyur, teknik, teknisi, teknologi`,
    ms: phrases`jurutera, juruteknik`,
    vi: phrases`ky su, ky thuat, lap trinh*, phan mem, cong nghe, cntt`,
    ja: phrases`エンジニア, 開発, 技術, 設計, プログラマ, システム, インフラ, テクニ, 社内 ?se`,
    ko: phrases`개발, 엔지니어, 기술, 설계, 전산, 시스템, 정보보안, 프로그래머`,
    th: phrases`วิศวกร, เทคโนโลยี, ไอที, โปรแกรมเมอร์, เทคนิค`,
    zh: phrases`
      工程, 技术, 開發, 开发, 軟件, 软件, 資訊, 信息技术, 程序員, 程序员, 架構師, 架构师, 系統, 系统
    `,
  }),
  engineering('weak', 'Engineering when nothing else is named', {
    en: phrases`
      systems?, technical, informatics, architecture, information services, web
      release, configuration, reliability, validation
    `,
  }),

  // Product
  product('drop', 'not product management', {
    en: phrases`
      product (marketing|marketer|designer|design|engineer*|support|demonstrator|tester|photographer|safety|consultant)
    `,
  }),
  product('add', 'Product', {
    en: phrases`products?, cpo, cpto`,
    fr: phrases`produits?`,
    id: phrases`produk`,
    vi: phrases`san pham`,
    ja: phrases`プロダクト, 製品企画, 商品企画, 商品開発`,
    ko: phrases`서비스 ?기획, 제품, 프로덕트, 상품기획`,
    th: phrases`ผลิตภัณฑ์`,
    zh: phrases`產品, 产品`,
  }),

  // Customer Service
  customerService('add', 'Customer Service', {
    en: phrases`
      ${clients} (services?|success|support|care|experience|relations|relationship|operations|engagement)
      ${clients} (advocate|advocacy|solutions|onboarding|happiness|representative|advis[eo]r|officer|agent|executive)
      ${clients} (manager|liaison), customer(?= /|$), customer, complaints?
      call cent(er|re), contact cent(er|re), service (advis[eo]r|representative|consultant|agent)
      support (agent|representative|specialist|officer|team|lead|manager)
    `,
    fr: phrases`service a la clientele, service client, clientele`,
    id: phrases`layanan pelanggan`,
    ms: phrases`khidmat pelanggan`,
    vi: phrases`cskh, cham soc khach*, dich vu khach*`,
    ja: phrases`カスタマー, お客様, コールセンター`,
    ko: phrases`고객, 상담원, 콜센터`,
    th: phrases`ลูกค้า`,
    zh: phrases`客戶服務, 客户服务, 客服, 客戶關係`,
  }),
  customerService('weak', 'Customer Service when nothing else is named', {
    en: phrases`client, reservation*, ticket*`,
  }),
  customerService('drop', 'technical support is Engineering; customers as a subject of data and marketing', {
    en: phrases`
      (it|technical|tech|application|desktop|product|systems?|network|disability|teaching|learning) support
      customer (insights?|data|acquisition|marketing)
    `,
  }),

  // Legal
  legal('drop', 'not legal work', {
    en: phrases`legal recruit*, law enforcement, telephone solicitor`,
  }),
  legal('add', 'Legal, compliance, risk', {
    en: phrases`
      legal, law, lawyers?, solicitor, attorney, barrister, counsel, paralegal, clo, litigation
      compliance, regulatory, governance, ethics, privacy, data protection, dpo
      risk, aml, kyc, financial crime, fraud
      (company|corporate|board|group) secretar(y|ial|iat)
      contracts? (manager|specialist|officer|counsel|lead|director), intellectual property, patents?
      notary, judge, magistrate, judicial, adjudicator, arbitrator, mediator, tribunal, ombudsman
      title examiner, conveyanc*
    `,
    fr: phrases`juridiques?, juriste, avocate?s?, notaire, conformite, secretaire corporati\w+`,
    id: phrases`hukum, notaris, pengacara, sekretaris perusahaan`,
    ms: phrases`undang undang, peguam, setiausaha syarikat`,
    vi: phrases`phap che, phap ly, luat( su)?`,
    ja: phrases`法務, コンプライアンス, 弁護士, リスク, 知財`,
    ko: phrases`법무, 준법, 변호사, 컴플라이언스, 리스크`,
    th: phrases`กฎหมาย, นิติกร, ทนายความ, เลขานุการบริษัท`,
    zh: phrases`
      法务, 法律, 律師, 律师, 合規, 合规, 公司秘書, 公司秘书, 董事會秘書, 董事会秘书, 風險, 风险
    `,
  }),

  // Research & Analysis
  research('drop', 'data words of Operations, Engineering and Legal', {
    en: phrases`data (entry|cent(er|re)|protection|cabling|comms)`,
  }),
  research('add', 'Research, data, science', {
    en: phrases`
      research*, principal investigator, r and d, scientist, science, sciences, laborator*, lab
      data, cdo, analytics, business intelligence, bi (analyst|developer|manager|lead), insights?
      statistic*, quantitative, mathematician, economists?, forecaster
      bio(informatics|technology|medical), *biolog*, chemist, genetic*, histolog*, epidemiolog*, zoolog*, botan*, ecolog*
      physicist, astronom*, meteorolog*, geoscien*, geolog*, geophysic*, hydrolog*, geographer
      anthropolog*, sociolog*, archaeolog*, historian
    `,
    fr: phrases`recherche, chercheu(r|se), donnees, scientifique`,
    id: phrases`litbang, peneliti*, riset`,
    ms: phrases`penyelidik*`,
    vi: phrases`nghien cuu, du lieu`,
    ja: phrases`研究, データ, 調査`,
    ko: phrases`연구, 데이터, 통계`,
    th: phrases`วิจัย, ข้อมูล`,
    zh: phrases`研發, 研发, 數據, 数据`,
  }),
  research('weak', 'analysts of no named field', {
    en: phrases`analysts?, modell?er`,
    fr: phrases`analyste`,
    id: phrases`analis`,
    ms: phrases`penganalisis`,
    vi: phrases`phan tich`,
    ja: phrases`分析, アナリスト`,
    ko: phrases`분석`,
    th: phrases`วิเคราะห์`,
  }),

  // Medicine & Healthcare
  medicine('drop', 'selling to, writing for or studying medicine is not medicine', {
    en: phrases`
      ${medicalFields} (sales*|rep(resentative)?s?|recruit*|devices? sales|writer|research|trials?|data)
      (occupational )?health (and )?safety, (beauty|spa) therapist, spin doctor, (customer|client|lawn) care
    `,
  }),
  medicine('add', 'Medicine & Healthcare', {
    en: phrases`
      nurses?, nursing, rn, midwi(fe|ves), paramedic, emt, phlebotom*
      general practitioner, gp, doctor, physician, internist, hospitalist, surgeon, surgical
      medical, medicine, clinical, clinician, clinics?, hospital, patient, health ?care, health
      dentists?, dental, \w+dontist, hygienist, pharmac*, optician, optometr*, ophthalm*
      physio*, *therap*, chiropract*, podiatr*, orthop*, orthot*, prosthet*, acupunct*, speech, audiolog*
      *psycholog*, psychiatr*, counsell?ors?, social work*
      x ray, radiograph*, radiolog*, sonograph*, *sonograph*, *patholog*
      neurolog*, urolog*, gastro*, geriatric*, gyna?ecolog*, ha?ematolog*, immunolog*, endocrin*, rheumatolog*
      nephrolog*, an(a)?esth*, oncolog*, cardiolog*, dermatolog*, p(a)?ediatric*, obstetric*
      (personal|home) care, aged care, care aide, carer, caregiver, care (assistant|worker|manager|coordinator)
      disability, support worker, veterinar*, vet, dietiti?an, nutritionist
    `,
    fr: phrases`
      infirmi(er|ere)s?, medecin, pharmacien*, dentiste, soins, sante, prepose aux beneficiaires
      travailleu(r|se) sociale?
    `,
    id: phrases`perawat, dokter, bidan, apoteker`,
    ms: phrases`doktor, jururawat`,
    vi: phrases`bac si, y ta, dieu duong, duoc si`,
    ja: phrases`医師, 看護, 薬剤師, 歯科, 介護, 医療, 病院, 獣医`,
    ko: phrases`의사, 간호, 약사, 치과, 한의사, 병원, 물리치료`,
    th: phrases`แพทย์, พยาบาล, เภสัชกร`,
    zh: phrases`醫, 医生, (?<!弁)護士, 护士, 藥劑師, 药剂师, 牙`,
  }),
  medicine('weak', 'Medicine when nothing else is named', {
    en: phrases`
      case ?(manager|work*|worker), rehab*, hospice, orderly, medication, dietary, nutrition, wellness, welfare
      surgery, critical care, intensive care, respiratory, cardiac, cardiovascular, imaging, ultrasound, transplant
      first responder, probation, autism, (youth|community|family|outreach|human services) worker
    `,
  }),

  // Education & Training
  education('drop', 'coaches, trainers and schools of another kind', {
    en: phrases`(agile|executive|career) coach, (animal|horse|dog) trainer, school bus`,
  }),
  education('add', 'Education & Training', {
    en: phrases`
      teacher, teaching, tutor*, educat*, schools?, kindergarten, preschool, child ?care, early childhood, nanny
      (school|deputy|vice|assistant|associate|college|executive|campus) principal, head ?(teacher|master|mistress)
      lecturer, professor, dean, faculty, academic, university, college, chancellor, students?
      instructor, trainers?, training, coach, curriculum, instructional, l and d
      learning( and)? (development|designer|specialist|manager|advis[eo]r)?
      museum, archivist, librarian
    `,
    fr: phrases`
      enseignante?, professeure?, pedagogi\w+, formation, formateur, formatrice, ecole, doyenn?e?, educat(eur|rice)
    `,
    id: phrases`guru, dosen, kepala sekolah, pelatihan`,
    ms: phrases`cikgu, pensyarah, pengetua`,
    vi: phrases`giao vien, giang vien, giao su, dao tao, hieu truong, gia su`,
    ja: phrases`教師, 教員, 講師, 教授, 教育, 校長, 保育, 研修, 塾`,
    ko: phrases`교사, 교수, 강사, 교육, 교장, 학원, 유치원`,
    th: phrases`ครู, อาจารย์, ฝึกอบรม, โรงเรียน`,
    zh: phrases`校长, 教师, 老師, 老师, 讲师, 培訓, 培训`,
  }),
  education('weak', 'Education when nothing else is named', {
    en: phrases`
      professional development, admissions?, enrol*, registrar, library, graduate assistant
      principal / \w+ (primary|high|secondary|grammar), (department|division|academic|program|faculty) chair*
    `,
  }),

  // Consulting
  consulting('add', 'Consulting named outright', {
    en: phrases`
      (management|strategy|business|independent|principal|senior|associate|managing) consult(ant|ants|ing)
      consulting (manager|director|partner|lead|principal|practice), head of (consulting|advisory)
    `,
  }),
  consulting('weak', 'consultants and advisers of no named field', {
    en: phrases`consult*, advis(er|or|ors|ers|ory)`,
    fr: phrases`conseill(er|ere)`,
    id: phrases`konsultan, penasihat`,
    ms: phrases`perunding`,
    vi: phrases`tu van, co van`,
    ja: phrases`コンサル, 顧問`,
    ko: phrases`컨설턴트, 컨설팅, 자문, 고문`,
    th: phrases`ที่ปรึกษา`,
    zh: phrases`顾问, 諮詢, 咨询`,
  }),

  // Trades
  trades(
    'drop',
    'recruiters and lawyers for trades; the French "chef de" is a head, not a cook; operators and builders at desks',
    {
      en: phrases`
      (construction|mining|automotive|hospitality|hotel|agricultural) (recruit*|lawyer|solicitor)
      device driver, (it|computer|system|tour) operator, (business|brand|team) builder
    `,
      fr: phrases`
      chef (de|d|des|du) (la |l )?(?!partie\b|cuisine\b|rang\b|chantier\b)\w+
      chef comptable
    `,
      th: phrases`ช่างภาพ, ช่างเทคนิค`,
    },
  ),
  trades('add', 'Trades, drivers, operators, hospitality, farming', {
    en: phrases`
      electrician, electrical (apprentice|fitter|contractor|installer), plumber, plumbing, carpent(er|ry), joiner
      cabinet ?maker, painter, spray painter, panel ?beater, tiler, plasterer, bricklayer, roofer, glazier, concret*
      scaffold*, rigger, builder, building contractor, construction, handyman, installer, locksmith, upholsterer
      boilermaker, welder, fitter, turner, machinist, tool ?maker, mechanic, ${repairedMachines} technician
      tradesman, tradesperson, trades? assistant, foreman, forewoman, foreperson, leading hand, labou?rers?
      assembler, ${operatedMachines} operator, factory worker, production worker, forklift, printer
      drivers?, driving, courier, chauffeur, pilot, seaman, deckhand, drill(er)?, miner, blaster
      chef, cook, baker, butcher, pastry, kitchen, restaurant, hotel, hospitality, resort, innkeeper, catering
      food and beverage, f and b, food service, dish ?washer, barista, mixologist, waiter, waitress, bartender, sommelier
      housekeep*, cleaners?, cleaning, janitor, custodian, pest control
      farm*, ranch*, livestock, agricultur*, agronom*, horticultur*, viticultur*, wine ?maker, shearer, fisher*, hatchery
      nursery (manager|worker|hand), greenhouse, grower, harvester, logging, timber, arborist
      gardener, landscap*, grounds(man|keeper|person|keeping), greens?keeper
      hair ?dresser, barber, beautician, beauty therapist, nail technician, tailor, seamstress
    `,
    fr: phrases`
      electricienn?e?, plombiere?, menuisier, charpentier, mecanicien*, soudeur, contremaitre, chantier
      camionneur, chauffeure?, cuisini(er|ere), boulanger, agriculteur
    `,
    id: phrases`sopir, supir, pengemudi, petani, koki, juru masak, tukang, montir, mandor, buruh`,
    ms: phrases`pemandu, juruelektrik`,
    vi: phrases`lai xe, tai xe, tho (dien|may|moc|han|nuoc|ho), cong nhan, dau bep, nha hang, khach san`,
    ja: phrases`
      大工, 電気工事, 運転手, ドライバー, 整備士, 調理, 料理, シェフ, 農業, 農家
      美容師, 配管, 溶接, 左官, 作業員, 清掃
    `,
    ko: phrases`전기기사, 운전, 배관, 용접, 목수, 정비, 조리, 요리, 셰프, 농부, 미용, 기능공`,
    th: phrases`
      ช่าง, ขับรถ, พ่อครัว, กุ๊ก, เชฟ
      เกษตรกร, แม่บ้าน, คนงาน
    `,
    zh: phrases`司機, 司机, 電工, 电工, 木工, 廚師, 厨师, 水管, 技工, 農民, 农民, 工人, 焊工`,
  }),
  trades('weak', 'manual work of no named trade', {
    en: phrases`
      operators?, crew, apprentice, workers?, helper, hand, attendant, tender, maker, repairer, repairman, repair, servicer
      cutter, setter, feeder, finisher, mixer, blender, trimmer, grinder, loader, unloader, washer, mou?lder, winder
      polisher, presser, stitcher, roller, sander, sprayer, weaver, knitter, spinner, dyer, sewer, sewing, dressmaker
      embroider*, fabricator, erector, sawyer, woodworker, framer, engraver, jewell?er, watch ?maker, decorator, detailer
      plater, caster, metal ?worker, iron ?worker, millwright, miller, sorter, grader, processor
      (stone ?)?mason, drywall*, insulator, paver, digger, hauler, line(man|worker), hvac
      porter, server, host, hostess, steward, stewardess, caretaker, laundry, cafe, bar, deli, spa, salon
      hair ?stylist, esthetician, aesthetician
      trucker, rider, aviation, captain, mate, first officer, trainman, train ?master, signalman, diver
      breeder, forester, logger, rancher, stockman, roustabout, mining, mine
    `,
    fr: phrases`operat(eur|rice), journali(er|ere), ouvri(er|ere)`,
    ja: phrases`支配人`,
    ko: phrases`기사, 전기공, 기능직`,
  }),

  // Operations
  operations('drop', 'administrators, planners, operators and warehouses of other departments', {
    en: phrases`
      (systems?|database|network|linux|windows|salesforce|sap|it|school|hospital|fund|loan|insurance|trust) admin*
      (benefits|payroll|server|cloud) admin*
      media buyer, (media|financial|event|wedding) planner, quality engineer*
      (machine|process|production) operator, delivery driver
      (information|cyber|data|network|it) security, data warehous*
    `,
    fr: phrases`administrat(eur|rice)s?, conseil d administration`,
    zh: phrases`行政總裁, 行政总裁`,
    th: phrases`ผลิตภัณฑ์`,
  }),
  operations('add', 'Operations, projects, supply chain, administration, facilities, quality', {
    en: phrases`
      operations?, operational, operating officer, coo, shift
      project (manager|director|coordinator|officer|lead|leader|administrator|controller|management|planner|support)
      project assistant, projects, program(me)? (manager|director|coordinator|officer|lead|management), pmo
      delivery (manager|lead|director|head), service delivery, transformation (manager|director|lead), change manag*
      supply chain, procure*, purchas*, sourcing, buyer, category manager, vendor manage*
      contracts? administrator
      logistic*, distribution, freight, shipping, customs, import, export (coordinator|officer|executive|clerk)
      transport*, fleet, dispatch*
      warehous*, inventory, stock (controller|manager|clerk), store(s|man|person|keeper), picker, packer
      materials? (manager|planner|handler), (demand|supply|production) plan*, plant (manager|director|superintendent)
      facilit(y|ies), property manager, building (manager|supervisor), strata, security (guard|officer|manager)
      quality, qc, qhse, hseq?, whs, ohs, ehs, safety, sustainab*, esg
      lean, six sigma, (continuous|business|process) improvement, business process, process owner
      admin*, cao, office (manager|assistant|coordinator|clerk|support|all rounder|junior), general affairs
      document controller, data entry, practice manager
    `,
    fr: phrases`
      exploitation, approvisionnement, achats, acheteu(r|se), logistique, qualite
      chef de projets?, gestionnaire de projets?, projets?
    `,
    id: phrases`operasional, operasi, gudang, logistik, pengadaan, pembelian, administrasi, proyek, mutu`,
    ms: phrases`perolehan, pentadbiran, projek`,
    vi: phrases`van hanh, mua hang, thu mua, xuat nhap khau, hanh chinh, du an, chat luong`,
    ja: phrases`購買, 調達, 物流, 倉庫, 品質, プロジェクト, オペレーション, 総務`,
    ko: phrases`구매, 물류, 자재, 품질, 운영, 총무, 프로젝트, 안전, 관리부`,
    th: phrases`
      จัดซื้อ, คลังสินค้า, โลจิสติกส์, ธุรการ
      ปฏิบัติการ, โครงการ, คุณภาพ, ความปลอดภัย
    `,
    zh: phrases`
      采购, 採購, 仓库, 供应链, 供應鏈, 運營, 运营, 營運, 营运, 质量, 品管, 行政, 項目, 项目
    `,
  }),
  operations('weak', 'Operations when nothing else is named', {
    titles: { en: phrases`(special )?assistant` },
    en: phrases`
      production, manufactur*, factory, plant, maintenance, implementation, inspectors?, environment*, estimator
      branch, site, property, security, loss prevention, dock, terminal, traffic, transit, schedul*, planner
      receptionist, front desk, secretary, (executive|personal|virtual|team) assistant, assistant to
      clerks?, clerical, typist, stenographer, word processor, timekeeper, records, permits?
      mail, mail ?room, postal, post(man|master), messenger
      receiving, materials?, order (entry|taker|filler|fulfil*)
    `,
    fr: phrases`
      (?<!direct(eur|rice) )(?<!direct(eur|rice) generale? )adjointe?
      secretaire, commis, succursale
    `,
    id: phrases`produksi, cabang, sekretaris, asisten(?! manajer), umum`,
    ms: phrases`kerani, cawangan, tadbir, setiausaha`,
    vi: phrases`san xuat, phan xuong, van phong, kho, chi nhanh, tro ly, thu ky`,
    ja: phrases`受付, 生産, 製造, 工場, 支店, 事務, 秘書, 業務`,
    ko: phrases`생산, 제조, 공장, 지점, 사무, 시설, 비서`,
    th: phrases`ต้อนรับ, ผลิต, โรงงาน, สาขา, เลขานุการ`,
    zh: phrases`生产, 生產, 工廠, 工厂, 文員, 文员, 助理, 秘书`,
  }),

  // General Management
  management('drop', 'owners, partners and directors that are not of the business', {
    en: phrases`
      ${ownersOfThings}
      (business|hr|human resources|people|talent|finance|channel|technology|delivery|strategic|client) partner
      (customer|sales|it) partner
      (department|faculty|program) chair*, professor and (\w+ )?chair*, ${craftDirectors}
      president s (club|award)
    `,
    ja: phrases`プロダクトオーナー`,
    ko: phrases`프로덕트 ?오너`,
    zh: phrases`董事(會|会)秘(書|书)`,
  }),
  management('add', 'company heads, owners and the board', {
    en: phrases`
      ceo, chief executive, chief of staff, managing director, general director, director general, president director
      representative director, (?<!vice )(?<!deputy )(?<!assistant )presidente?, managing (partner|principal)
      country (manager|head|director|lead)
      (co ?)?(owner|founder|proprietor)s?, founding (partner|director), entrepreneur, solopreneur
      sole trader, self employed, franchisee, business(man|woman|person)
      chair(man|woman|person|lady), (board|committee|vice|deputy) chair, chair of the board
      board (member|chair*|director|advis[eo]r|observer|trustee|of (directors|trustees|commissioners|governors))
      (advisory|supervisory) board, (member|president) of (the )?(\w+ )?board, trustees?, commissioner
      non executive, (company|corporate|independent|nominee|alternate|sole|statutory) directors?
    `,
    fr: phrases`
      pdg, direct(eur|rice) generale?, chef d entreprise
      chef de (la )?direction(?! (financiere|techno\w+|marketing|de l information|des \w+))
      (co ?)?(fondateur|fondatrice|proprietaire), travailleur autonome
      conseil d administration, administrat(eur|rice) de societes?
    `,
    id: phrases`
      presiden direktur, direktur utama, dirut, presdir, komisaris, pemilik, pendiri, wiraswasta, wirausaha, pengusaha
    `,
    ms: phrases`pengarah urusan, ketua (pegawai )?eksekutif, pengerusi, pengasas`,
    vi: phrases`
      tong giam doc, giam doc dieu hanh, chu tich, hdqt, hoi dong (quan tri|thanh vien), sang lap
      chu (doanh nghiep|cua hang|so huu|tiem|quan|co so)
    `,
    ja: phrases`
      代表取締役, (?<!副)社長, 会長, 取締役, 代表社員, 監査役, (?<!執行)役員, 理事, 最高経営責任者
      創業者, オーナー, 個人事業主, 自営業, 起業家
    `,
    ko: phrases`
      대표, (?<!부)(?<!지)(?<!이)사장, 회장, (사외|사내|등기|독립|비상무)이사, 이사회, 이사장
      창업자, 자영업, 오너
    `,
    th: phrases`
      (?<!รอง)(?<!ผู้ช่วย)กรรมการ, (?<!รอง)ประธาน(?!เจ้าหน้าที่ฝ่าย)
      เจ้าของ, ผู้ก่อตั้ง
    `,
    zh: phrases`
      (?<!副)(總經理|总经理), (?<!副)(總裁|总裁), 董事, 監事, 首席执行官, 首席執行官
      創辦人, 创办人, 創始人, 创始人, 老闆, 老板, 東主, 业主
    `,
    patterns: [
      `${roleStart}administrat(eur|rice)${roleEnd}`,
      `${roleStart}(group |joint )?md${roleEnd}`,
      `${roleStart}((independent|non executive|executive|co|group|founding|acting|interim|honorary) )*${bareChair}`,
    ],
  }),
  management('add', 'a bare director sits on the board', {
    patterns: [
      bareDirector({
        grades: anyOf`joint, co, executive, founding, acting, interim`,
        roles: anyOf`${rolesBesideDirector}`,
        jobs: anyOf`${jobsBesideDirector}`,
      }),
    ],
  }),
  management('last', 'General Management only when no other department is named', {
    en: phrases`
      directors?, partner, general manager, executive manager, managing, ceo, deputy ceo
      vice president*, vps?, svp, evp, avp, fvp, rvp
      (regional|area|country|district|territory) (manager|head|lead|leader), group (executive|head|manager)
      chief (representative|strategy|business|transformation), cso, cbo
      strateg(y|ic), corporate (development|planning), business (unit|manager|head|leader|lead)
      head of (department|business), department head, head(?= of\b| /|$)
    `,
    fr: phrases`
      directeurs?, directrices?, vice presidente?, associee?
      chef de service, chef de departement, chef de cabinet
    `,
    id: phrases`direktur, manajer area`,
    ms: phrases`pengarah, pengurus besar, naib presiden`,
    vi: phrases`giam doc, truong dai dien, ban kiem soat`,
    ja: phrases`本部長, 部長, 室長, 執行役員, 常務, 専務, 副社長, 経営, エリアマネージャー`,
    ko: phrases`전무, 상무, 부사장, 본부장, 지사장, 경영, 전략, 기획, 이사`,
    th: phrases`
      ผู้จัดการทั่วไป, ผู้อำนวยการ, รองประธาน
      รองกรรมการ, ผู้ช่วยกรรมการ, หุ้นส่วน
    `,
    zh: phrases`副總裁, 副总裁, 副總經理, 副总经理, 總監, 总监, 首席代表, 合夥人, 合伙人`,
    patterns: [`(?:^|/ )(상근|비상근)?감사(위원)?(?= /|$)`, `${roleStart}(managing )?principal${roleEnd}`],
  }),
];
