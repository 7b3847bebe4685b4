/** The languages of titles. */
export type TitleLanguage = 'en' | 'ja' | 'ko' | 'th' | 'zh' | 'vi' | 'id' | 'ms' | 'fr';

interface TitleWords {
  /** Titles of people who lead a company: board, owners, C-suite, partners. */
  leaders: readonly string[];
  /** Complete titles of everyone else. */
  staff: readonly string[];
  /** Titles made of one part from each list, such as a grade, a function and a role. The parts include their spaces. */
  parts: readonly (readonly string[])[];
}

/** Entries are separated by `|`. Line breaks and the indentation after them are ignored. */
const list = (text: string): string[] => text.replaceAll(/\n\s*/g, '').split('|');
const before = (text: string): string[] => list(text).map((word) => `${word} `);
const after = (text: string): string[] => list(text).map((word) => ` ${word}`);

const english: TitleWords = {
  leaders: list(`
    Managing Director|Chief Executive Officer|CEO|Director|Company Director|Non-Executive Director|
    Independent Non-Executive Director|Chair|Executive Chair|Chair of the Board|Board Member|Executive Director|
    Owner|Owner & Director|Founder|Co-Founder|Founder & CEO|CEO & Co-Founder|Co-Founder, CTO|Proprietor|
    President|President & CEO|Partner|Managing Partner|Senior Partner|Equity Partner|Chief Financial Officer|
    CFO|Chief Operating Officer|COO|Chief Technology Officer|CTO|Chief Information Officer|CIO|
    Chief Marketing Officer|CMO|Chief People Officer|Chief Revenue Officer|Chief Product Officer|
    Chief Commercial Officer|Chief Risk Officer|Chief Data Officer|Chief Medical Officer|Chief Legal Officer|
    Chief Information Security Officer|Chief Customer Officer|Group CEO|Deputy CEO|General Manager|Principal|
    Company Secretary|Chief of Staff
  `),
  staff: list(`
    Software Engineer|Senior Software Engineer|Staff Software Engineer|Front End Developer|Back End Developer|
    Full Stack Developer|DevOps Engineer|Site Reliability Engineer|QA Engineer|Data Scientist|Data Engineer|
    Data Analyst|Business Analyst|Solutions Architect|Enterprise Architect|Network Engineer|
    Systems Administrator|Help Desk Technician|IT Support Officer|Cyber Security Analyst|Scrum Master|
    Product Owner|Product Manager|Product Designer|UX Designer|Graphic Designer|Copywriter|Content Writer|
    Journalist|Social Media Manager|SEO Specialist|Brand Manager|Public Relations Manager|Account Executive|
    Account Manager|Key Account Manager|Business Development Manager|BDM|BDR|Sales Representative|
    Inside Sales Representative|Medical Sales Representative|Territory Manager|Store Manager|
    Assistant Store Manager|Retail Assistant|Sales Assistant|Cashier|Visual Merchandiser|Merchandise Planner|
    Buyer|Procurement Officer|Category Manager|Accountant|Management Accountant|Financial Controller|Bookkeeper|
    Payroll Officer|Accounts Payable Officer|Accounts Receivable Clerk|Auditor|Tax Accountant|Treasury Analyst|
    Credit Controller|Financial Planner|Mortgage Broker|Insurance Broker|Claims Assessor|Actuary|Underwriter|
    Investment Analyst|Portfolio Manager|HR Manager|HR Business Partner|HR Advisor|Recruiter|
    Talent Acquisition Partner|Learning and Development Manager|Work Health and Safety Officer|Lawyer|Solicitor|
    Legal Counsel|Paralegal|Legal Secretary|Compliance Manager|Privacy Officer|Executive Assistant|
    Personal Assistant|Office Manager|Receptionist|Administration Officer|Data Entry Operator|Project Manager|
    Program Manager|Project Engineer|Project Coordinator|Site Manager|Foreman|Estimator|Contracts Administrator|
    Quantity Surveyor|Civil Engineer|Structural Engineer|Mechanical Engineer|Electrical Engineer|
    Chemical Engineer|Process Engineer|Mining Engineer|Geologist|Surveyor|Draftsperson|Architect|Town Planner|
    Environmental Scientist|Electrician|Plumber|Carpenter|Welder|Boilermaker|Fitter and Turner|Diesel Mechanic|
    Motor Mechanic|Painter|Roof Tiler|Apprentice Electrician|Machine Operator|Forklift Driver|Truck Driver|
    Delivery Driver|Fleet Manager|Warehouse Supervisor|Storeperson|Picker Packer|Supply Chain Manager|
    Logistics Coordinator|Import Export Clerk|Plant Manager|Production Supervisor|Quality Manager|
    Maintenance Planner|Operations Manager|Customer Service Representative|Customer Success Manager|
    Call Centre Manager|Contact Centre Agent|Registered Nurse|Nurse Unit Manager|Physiotherapist|Pharmacist|
    Radiographer|Dentist|Veterinarian|General Practitioner|Medical Receptionist|Care Worker|Support Worker|
    Social Worker|Psychologist|Teacher|Lecturer|Trainer and Assessor|Librarian|School Principal|Research Fellow|
    Research Assistant|Laboratory Technician|Clinical Research Associate|Statistician|Economist|Policy Advisor|
    Consultant|Senior Consultant|Management Consultant|Associate Partner|Chef|Sous Chef|Head Chef|Barista|
    Waiter|Bartender|Restaurant Manager|Hotel Manager|Food & Beverage Manager|Housekeeping Supervisor|
    Travel Consultant|Flight Attendant|Security Guard|Cleaner|Gardener|Farm Manager|Station Hand|Agronomist|
    Winemaker|Deckhand|Marine Engineer|Pilot|Photographer|Video Editor|Translator|Volunteer Coordinator|
    Fundraising Manager|Intern|Graduate Engineer|Team Leader|Supervisor|Manager|Assistant Manager|
    Consultant (Part Time)|Advisor to the Board|Student|Retired
  `),
  parts: [
    [
      '',
      '',
      ...before(
        'Senior|Junior|Lead|Principal|Assistant|Associate|Deputy|Regional|National|Global|Group|Acting|Graduate|APAC',
      ),
    ],
    before(`
      Sales|Marketing|Finance|Operations|Engineering|Human Resources|HR|IT|Legal|Product|Customer Service|
      Customer Experience|Procurement|Supply Chain|Logistics|Warehouse|Production|Manufacturing|Quality|Safety|
      Compliance|Risk|Audit|Treasury|Tax|Payroll|Commercial|Business Development|Strategy|Partnerships|
      Communications|Public Affairs|Brand|Digital|E-Commerce|Data|Analytics|Research|Clinical|Nursing|Training|
      Education|Projects|Construction|Maintenance|Facilities|Property|Asset|Fleet|Transport|Export|Wholesale|
      Retail|Merchandise|Technical|Software|Infrastructure|Cloud|Security|Design|Sustainability|Environment|
      Community|Investment|Insurance|Credit|Claims|Sales & Marketing|Finance & Administration
    `),
    list(`
      Manager|Officer|Coordinator|Analyst|Specialist|Director|Advisor|Executive|Consultant|Team Leader|
      Supervisor|Administrator|Assistant|Associate|Planner|Business Partner
    `),
  ],
};

const japanese: TitleWords = {
  leaders: list(`
    代表取締役社長|代表取締役|代表取締役会長|取締役|取締役会長|専務取締役|常務取締役|社外取締役|
    監査役|社長|会長|副社長|執行役員|最高経営責任者|最高財務責任者|最高技術責任者|創業者|
    創業者 兼 CEO|代表社員|オーナー|取締役CFO
  `),
  staff: list(`
    ソフトウェアエンジニア|エンジニア|デザイナー|プロジェクトマネージャー|
    プロダクトマネージャー|コンサルタント|営業担当|経理担当|人事担当|総務担当|事務員|受付|秘書|
    社長秘書|支店長|工場長|店長|副店長|係長|次長|主任|チームリーダー|研究員|主任研究員|看護師|
    薬剤師|教師|講師|弁護士|公認会計士|税理士|調理師|運転手|電気工事士|溶接工|販売員|
    データサイエンティスト|カスタマーサポート
  `),
  parts: [
    ['', '', '', '国内', '海外', '法人', '第一', '第二', 'グローバル', '東日本', '西日本'],
    list(`
      営業|人事|経理|総務|開発|技術|製造|生産管理|品質保証|購買|物流|企画|経営企画|マーケティング|
      広報|法務|財務|情報システム|研究開発|カスタマーサービス|設計|施工管理
    `),
    list('部長|課長|部長代理|課長補佐|係長|主任|本部長|室長|担当|グループリーダー|マネージャー|担当部長'),
  ],
};

const korean: TitleWords = {
  leaders: list(`
    대표이사|대표이사 사장|사장|회장|부회장|부사장|이사회 의장|사내이사|사외이사|감사|전무이사|
    상무이사|전무|상무|창업자|공동창업자|창업자 겸 대표이사|최고기술책임자|최고재무책임자|지사장
  `),
  staff: list(`
    소프트웨어 엔지니어|백엔드 개발자|프론트엔드 개발자|데이터 분석가|디자이너|프로덕트 매니저|
    프로젝트 매니저|컨설턴트|영업사원|회계사|세무사|변호사|간호사|약사|연구원|선임연구원|
    책임연구원|대리|과장|차장|부장|사원|비서|공장장|점장|매니저|팀장|강사|교사|전기기사|용접공|
    운전기사|요리사|상담원|인턴
  `),
  parts: [
    ['', '', '', '국내', '해외', '글로벌', '전략', '수석 ', '선임 '],
    list(`
      영업|인사|재무|회계|총무|기획|경영지원|마케팅|홍보|법무|개발|기술|생산|품질|구매|물류|고객지원|
      연구|설계|정보보안|사업개발
    `),
    list('팀장|부장|실장|본부장|담당|파트장|그룹장| 매니저|과장|차장| 담당자'),
  ],
};

const thai: TitleWords = {
  leaders: list(`
    กรรมการผู้จัดการ|กรรมการผู้จัดการใหญ่|กรรมการ|
    กรรมการบริษัท|ประธานกรรมการ|
    ประธานเจ้าหน้าที่บริหาร|
    ประธานเจ้าหน้าที่ฝ่ายการเงิน|ผู้ก่อตั้ง|
    ผู้ร่วมก่อตั้ง|เจ้าของกิจการ|เจ้าของร้าน|
    หุ้นส่วนผู้จัดการ|รองกรรมการผู้จัดการ|
    ผู้จัดการทั่วไป|ผู้อำนวยการ
  `),
  staff: list(`
    วิศวกร|วิศวกรซอฟต์แวร์|วิศวกรโยธา|วิศวกรไฟฟ้า|
    โปรแกรมเมอร์|นักวิเคราะห์ข้อมูล|นักออกแบบ|
    พนักงานขาย|พนักงานบัญชี|นักบัญชี|สมุห์บัญชี|
    เลขานุการ|ธุรการ|พนักงานต้อนรับ|พยาบาล|เภสัชกร|
    ครู|อาจารย์|ทนายความ|ช่างไฟฟ้า|ช่างเชื่อม|
    พนักงานขับรถ|พ่อครัว|หัวหน้าทีม|ผู้จัดการสาขา|
    ผู้จัดการโรงงาน|ผู้ช่วยผู้จัดการ|ที่ปรึกษา|
    นักวิจัย|พนักงานคลังสินค้า
  `),
  parts: [
    list(`
      ผู้จัดการ|ผู้อำนวยการ|หัวหน้า|เจ้าหน้าที่|
      ผู้ช่วยผู้จัดการ|รองผู้อำนวยการ|ผู้ประสานงาน|
      พนักงาน
    `),
    list(`
      ฝ่ายขาย|ฝ่ายบุคคล|ฝ่ายบัญชี|ฝ่ายการเงิน|
      ฝ่ายการตลาด|ฝ่ายผลิต|ฝ่ายจัดซื้อ|ฝ่ายกฎหมาย|
      ฝ่ายวิศวกรรม|ฝ่ายควบคุมคุณภาพ|ฝ่ายโลจิสติกส์|
      ฝ่ายลูกค้าสัมพันธ์|ฝ่ายเทคโนโลยีสารสนเทศ|
      ฝ่ายพัฒนาธุรกิจ|ฝ่ายปฏิบัติการ|ฝ่ายฝึกอบรม
    `),
    ['', '', '', 'อาวุโส', 'ภาคเหนือ', 'ภาคใต้', 'ต่างประเทศ'],
  ],
};

const chinese: TitleWords = {
  leaders: list(`
    董事|董事長|執行董事|獨立非執行董事|董事總經理|總經理|總裁|行政總裁|創辦人|聯合創辦人|
    創始人兼首席執行官|合夥人|老闆|財務總監|公司秘書|首席代表|首席技術官
  `),
  staff: list(`
    軟件工程師|系統分析員|數據分析師|項目經理|產品經理|客戶經理|營業員|會計師|會計文員|審計師|
    律師|護士|藥劑師|教師|工程師|土木工程師|電工|司機|倉務員|廚師|侍應|秘書|行政助理|接待員|顧問|
    市場主任|採購員|設計師|分行經理|實習生
  `),
  parts: [
    ['', '', '高級', '助理', '區域', '副'],
    list(`
      銷售|市場|財務|會計|人力資源|行政|採購|物流|工程|品質|客戶服務|法律事務|資訊科技|業務發展|
      生產|培訓
    `),
    list('經理|主任|總監|主管|專員|部主管|助理|顧問'),
  ],
};

const vietnamese: TitleWords = {
  leaders: list(`
    Tổng Giám đốc|Giám đốc|Giám đốc điều hành|Phó Tổng Giám đốc|Phó Giám đốc|
    Chủ tịch Hội đồng quản trị|Chủ tịch HĐQT|Thành viên Hội đồng quản trị|Nhà sáng lập|
    Nhà sáng lập & CEO|Đồng sáng lập|Chủ cửa hàng|Trưởng đại diện|Kế toán trưởng|Trưởng ban kiểm soát|
    Giám đốc chi nhánh
  `),
  staff: list(`
    Kỹ sư phần mềm|Kỹ sư xây dựng|Kỹ sư điện|Lập trình viên|Chuyên viên phân tích dữ liệu|Nhà thiết kế|
    Kế toán viên|Kế toán tổng hợp|Kiểm toán viên|Nhân viên kinh doanh|Nhân viên bán hàng|Nhân viên hành chính|
    Thư ký|Lễ tân|Trợ lý giám đốc|Luật sư|Y tá|Bác sĩ|Dược sĩ|Giáo viên|Giảng viên|Thợ điện|Thợ hàn|
    Tài xế|Thủ kho|Đầu bếp|Quản lý cửa hàng|Quản lý dự án|Trưởng nhóm|Tổ trưởng sản xuất|
    Giám sát bán hàng|Nghiên cứu viên|Cố vấn|Thực tập sinh
  `),
  parts: [
    before('Giám đốc|Phó Giám đốc|Trưởng phòng|Phó phòng|Trưởng nhóm|Chuyên viên|Nhân viên|Quản lý|Giám sát|Trợ lý'),
    list(`
      Kinh doanh|Nhân sự|Tài chính|Kế toán|Marketing|Kỹ thuật|Sản xuất|Chất lượng|Mua hàng|Kho vận|Pháp chế|
      Công nghệ thông tin|Chăm sóc khách hàng|Hành chính|Đào tạo|Dự án|Xuất nhập khẩu|Truyền thông
    `),
    ['', '', '', ...after('miền Bắc|miền Nam|khu vực|cấp cao')],
  ],
};

const indonesian: TitleWords = {
  leaders: list(`
    Direktur Utama|Direktur|Presiden Direktur|Wakil Direktur Utama|Komisaris Utama|Komisaris|
    Komisaris Independen|Direktur Keuangan|Direktur Operasional|Direktur Pemasaran|Pendiri|Salah Satu Pendiri|
    Pemilik|Pemilik Toko|Ketua Yayasan|Kepala Cabang
  `),
  staff: list(`
    Insinyur Perangkat Lunak|Pengembang Web|Analis Data|Analis Sistem|Desainer Grafis|Akuntan|Staf Akuntansi|
    Staf Administrasi|Sekretaris|Resepsionis|Tenaga Penjual|Petugas Gudang|Perawat|Apoteker|Dokter Umum|Guru|
    Dosen|Pengacara|Teknisi Listrik|Tukang Las|Sopir|Juru Masak|Pramusaji|Satpam|Mandor|Kepala Pabrik|
    Kepala Gudang|Manajer Toko|Manajer Proyek|Peneliti|Konsultan|Pelatih|Penerjemah|Magang
  `),
  parts: [
    before(
      'Manajer|Kepala Bagian|Kepala Divisi|Wakil Kepala|Supervisor|Staf|Koordinator|Asisten Manajer|Spesialis|Analis',
    ),
    list(`
      Penjualan|Pemasaran|Keuangan|Akuntansi|Sumber Daya Manusia|Operasional|Produksi|Pengadaan|Logistik|Hukum|
      Teknologi Informasi|Layanan Pelanggan|Pengembangan Bisnis|Mutu|Pelatihan|Proyek|Humas|Pajak
    `),
    ['', '', '', ...after('Senior|Wilayah Timur|Wilayah Barat|Nasional')],
  ],
};

const malay: TitleWords = {
  leaders: list(`
    Pengarah Urusan|Pengarah|Pengarah Eksekutif|Pengerusi|Ketua Pegawai Eksekutif|Ketua Pegawai Kewangan|
    Pengasas|Pengasas Bersama|Pemilik|Rakan Kongsi|Pengurus Besar|Setiausaha Syarikat
  `),
  staff: list(`
    Jurutera Perisian|Jurutera Awam|Jurutera Elektrik|Juruteknik|Akauntan|Kerani Akaun|Kerani|Setiausaha|
    Penyambut Tetamu|Jururawat|Ahli Farmasi|Guru|Pensyarah|Peguam|Juruelektrik|Pemandu Lori|Penyelia Gudang|
    Tukang Masak|Pengurus Cawangan|Pengurus Projek|Penolong Pengurus|Juruaudit|Pereka Grafik|Pegawai Tadbir|
    Perunding
  `),
  parts: [
    before('Pengurus|Penolong Pengurus|Ketua|Pegawai|Eksekutif|Penyelia|Penyelaras|Pengarah'),
    list(`
      Jualan|Pemasaran|Kewangan|Akaun|Sumber Manusia|Operasi|Pengeluaran|Perolehan|Logistik|Undang-undang|
      Teknologi Maklumat|Khidmat Pelanggan|Pembangunan Perniagaan|Kualiti|Latihan
    `),
    ['', '', '', ...after('Kanan|Wilayah|Kumpulan')],
  ],
};

const french: TitleWords = {
  leaders: list(`
    Président|Présidente|Président et chef de la direction|Présidente-directrice générale|Directeur général|
    Directrice générale|Administrateur de sociétés|Administratrice|Présidente du conseil|Fondateur|Fondatrice|
    Fondateur et président|Cofondatrice|Propriétaire|Associé directeur|Associée|Chef de la direction financière|
    Chef des opérations|Vice-président|Vice-présidente
  `),
  staff: list(`
    Ingénieur logiciel|Ingénieure civile|Développeuse web|Développeur|Analyste d’affaires|Analyste de données|
    Chargée de projet|Chef de projet|Conceptrice graphique|Comptable|Technicienne comptable|
    Contrôleur financier|Adjointe administrative|Adjointe au président|Réceptionniste|Représentant des ventes|
    Conseillère en vente|Gérante de magasin|Infirmière|Pharmacien|Enseignante|Professeur|Avocate|Notaire|
    Électricien|Plombier|Soudeuse|Contremaître|Chauffeur|Cuisinière|Serveur|Chercheuse|Traductrice|
    Conseiller en gestion|Agente de recrutement|Stagiaire
  `),
  parts: [
    list(`
      Directeur|Directrice|Gestionnaire|Coordonnatrice|Conseiller|Spécialiste|Analyste|Superviseure|
      Chef de service|Agente
    `),
    ['', '', '', ...after('principal|adjoint|régional')],
    list(`
      , Ventes|, Marketing|, Finances|, Ressources humaines|, Opérations|, Approvisionnement|
      , Service à la clientèle|, Technologies de l’information|, Affaires juridiques|, Qualité|, Communications|
      , Développement des affaires|, Production|, Formation
    `),
  ],
};

export const titleWords: Readonly<Record<TitleLanguage, TitleWords>> = {
  en: english,
  ja: japanese,
  ko: korean,
  th: thai,
  zh: chinese,
  vi: vietnamese,
  id: indonesian,
  ms: malay,
  fr: french,
};
