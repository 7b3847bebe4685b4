import type { SupportedCountry } from '@orgdex/contract';

/**
 * The regions of ISO 3166-2, by country: code, name, other names after `|`. Native names are listed where registers use
 * them. Singapore and Hong Kong have no regions that addresses use; Vietnam has the 63 units that its codes still name.
 */
export const regionNames: Readonly<Record<SupportedCountry, string>> = {
  AU: `
    ACT=Australian Capital Territory; NSW=New South Wales; NT=Northern Territory; QLD=Queensland; SA=South Australia;
    TAS=Tasmania; VIC=Victoria; WA=Western Australia`,
  NZ: `
    AUK=Auckland|Tāmaki Makaurau; BOP=Bay of Plenty|Toi Moana; CAN=Canterbury|Waitaha;
    CIT=Chatham Islands|Chatham Islands Territory|Wharekauri; GIS=Gisborne|Te Tairāwhiti;
    HKB=Hawke's Bay|Hawkes Bay|Te Matau-a-Māui; MBH=Marlborough; MWT=Manawatū-Whanganui|Manawatu-Wanganui;
    NSN=Nelson|Whakatū; NTL=Northland|Te Tai Tokerau; OTA=Otago|Ōtākou; STL=Southland|Te Taiao Tonga;
    TAS=Tasman|Te Tai-o-Aorere; TKI=Taranaki; WGN=Wellington|Te Whanganui-a-Tara; WKO=Waikato;
    WTC=West Coast|Te Tai Poutini`,
  SG: '',
  MY: `
    01=Johor|Johore; 02=Kedah; 03=Kelantan; 04=Melaka|Malacca; 05=Negeri Sembilan; 06=Pahang; 07=Pulau Pinang|Penang;
    08=Perak; 09=Perlis; 10=Selangor; 11=Terengganu; 12=Sabah; 13=Sarawak;
    14=Wilayah Persekutuan Kuala Lumpur|Kuala Lumpur|WP Kuala Lumpur; 15=Wilayah Persekutuan Labuan|Labuan|WP Labuan;
    16=Wilayah Persekutuan Putrajaya|Putrajaya|WP Putrajaya`,
  ID: `
    AC=Aceh|Nanggroe Aceh Darussalam; BA=Bali; BB=Kepulauan Bangka Belitung|Bangka Belitung|Bangka Belitung Islands;
    BE=Bengkulu; BT=Banten; GO=Gorontalo; JA=Jambi; JB=Jawa Barat|West Java; JI=Jawa Timur|East Java;
    JK=Jakarta Raya|Jakarta|DKI Jakarta|Daerah Khusus Ibukota Jakarta|Daerah Khusus Jakarta|Special Capital Region of Jakarta;
    JT=Jawa Tengah|Central Java; KB=Kalimantan Barat|West Kalimantan; KI=Kalimantan Timur|East Kalimantan;
    KR=Kepulauan Riau|Riau Islands; KS=Kalimantan Selatan|South Kalimantan; KT=Kalimantan Tengah|Central Kalimantan;
    KU=Kalimantan Utara|North Kalimantan; LA=Lampung; MA=Maluku; MU=Maluku Utara|North Maluku;
    NB=Nusa Tenggara Barat|West Nusa Tenggara; NT=Nusa Tenggara Timur|East Nusa Tenggara; PA=Papua;
    PB=Papua Barat|West Papua; PD=Papua Barat Daya|Southwest Papua; PE=Papua Pegunungan|Papua Pengunungan|Highland Papua;
    PS=Papua Selatan|South Papua; PT=Papua Tengah|Central Papua; RI=Riau; SA=Sulawesi Utara|North Sulawesi;
    SB=Sumatera Barat|West Sumatra; SG=Sulawesi Tenggara|Southeast Sulawesi; SN=Sulawesi Selatan|South Sulawesi;
    SR=Sulawesi Barat|West Sulawesi; SS=Sumatera Selatan|South Sumatra; ST=Sulawesi Tengah|Central Sulawesi;
    SU=Sumatera Utara|North Sumatra; YO=Yogyakarta|DI Yogyakarta|Daerah Istimewa Yogyakarta|Special Region of Yogyakarta`,
  PH: `
    00=National Capital Region|NCR|Metro Manila|Metropolitan Manila; 01=Ilocos|Ilocos Region|Region I;
    02=Cagayan Valley|Region II; 03=Central Luzon|Region III; 05=Bicol|Bicol Region|Region V;
    06=Western Visayas|Region VI; 07=Central Visayas|Region VII; 08=Eastern Visayas|Region VIII;
    09=Zamboanga Peninsula|Region IX; 10=Northern Mindanao|Region X; 11=Davao|Davao Region|Region XI;
    12=Soccsksargen|Region XII; 13=Caraga|Region XIII; 14=Bangsamoro|BARMM|Autonomous Region in Muslim Mindanao;
    15=Cordillera Administrative Region|Cordillera; 40=Calabarzon|Region IV-A; 41=Mimaropa|Region IV-B;
    ABR=Abra; AGN=Agusan del Norte; AGS=Agusan del Sur; AKL=Aklan; ALB=Albay; ANT=Antique; APA=Apayao; AUR=Aurora;
    BAN=Bataan; BAS=Basilan; BEN=Benguet; BIL=Biliran; BOH=Bohol; BTG=Batangas; BTN=Batanes; BUK=Bukidnon; BUL=Bulacan;
    CAG=Cagayan; CAM=Camiguin; CAN=Camarines Norte; CAP=Capiz; CAS=Camarines Sur; CAT=Catanduanes; CAV=Cavite; CEB=Cebu;
    COM=Davao de Oro|Compostela Valley; DAO=Davao Oriental; DAS=Davao del Sur; DAV=Davao del Norte; DIN=Dinagat Islands;
    DVO=Davao Occidental; EAS=Eastern Samar; GUI=Guimaras; IFU=Ifugao; ILI=Iloilo; ILN=Ilocos Norte; ILS=Ilocos Sur;
    ISA=Isabela; KAL=Kalinga; LAG=Laguna; LAN=Lanao del Norte; LAS=Lanao del Sur; LEY=Leyte; LUN=La Union;
    MAD=Marinduque; MAS=Masbate; MDC=Mindoro Occidental|Occidental Mindoro; MDR=Mindoro Oriental|Oriental Mindoro;
    MGN=Maguindanao del Norte; MGS=Maguindanao del Sur; MOU=Mountain Province|Mountain; MSC=Misamis Occidental;
    MSR=Misamis Oriental; NCO=Cotabato|North Cotabato; NEC=Negros Occidental; NER=Negros Oriental; NSA=Northern Samar;
    NUE=Nueva Ecija; NUV=Nueva Vizcaya; PAM=Pampanga; PAN=Pangasinan; PLW=Palawan; QUE=Quezon; QUI=Quirino; RIZ=Rizal;
    ROM=Romblon; SAR=Sarangani; SCO=South Cotabato; SIG=Siquijor; SLE=Southern Leyte; SLU=Sulu; SOR=Sorsogon;
    SUK=Sultan Kudarat; SUN=Surigao del Norte; SUR=Surigao del Sur; TAR=Tarlac; TAW=Tawi-Tawi; WSA=Samar|Western Samar;
    ZAN=Zamboanga del Norte; ZAS=Zamboanga del Sur; ZMB=Zambales; ZSI=Zamboanga Sibugay`,
  HK: '',
  JP: `
    01=Hokkaido|北海道; 02=Aomori|青森; 03=Iwate|岩手; 04=Miyagi|宮城; 05=Akita|秋田; 06=Yamagata|山形;
    07=Fukushima|福島; 08=Ibaraki|茨城; 09=Tochigi|栃木; 10=Gunma|群馬; 11=Saitama|埼玉; 12=Chiba|千葉;
    13=Tokyo|東京都|東京|Tokyo-to; 14=Kanagawa|神奈川; 15=Niigata|新潟; 16=Toyama|富山; 17=Ishikawa|石川;
    18=Fukui|福井; 19=Yamanashi|山梨; 20=Nagano|長野; 21=Gifu|岐阜; 22=Shizuoka|静岡; 23=Aichi|愛知;
    24=Mie|三重; 25=Shiga|滋賀; 26=Kyoto|京都府|京都|Kyoto-fu; 27=Osaka|大阪府|大阪|Osaka-fu; 28=Hyogo|兵庫;
    29=Nara|奈良; 30=Wakayama|和歌山; 31=Tottori|鳥取; 32=Shimane|島根; 33=Okayama|岡山; 34=Hiroshima|広島;
    35=Yamaguchi|山口; 36=Tokushima|徳島; 37=Kagawa|香川; 38=Ehime|愛媛; 39=Kochi|高知; 40=Fukuoka|福岡;
    41=Saga|佐賀; 42=Nagasaki|長崎; 43=Kumamoto|熊本; 44=Oita|大分; 45=Miyazaki|宮崎; 46=Kagoshima|鹿児島;
    47=Okinawa|沖縄`,
  VN: `
    01=Lai Châu; 02=Lào Cai; 03=Hà Giang; 04=Cao Bằng; 05=Sơn La; 06=Yên Bái; 07=Tuyên Quang; 09=Lạng Sơn;
    13=Quảng Ninh; 14=Hòa Bình; 18=Ninh Bình; 20=Thái Bình; 21=Thanh Hóa; 22=Nghệ An; 23=Hà Tĩnh; 24=Quảng Bình;
    25=Quảng Trị; 26=Thừa Thiên-Huế|Huế; 27=Quảng Nam; 28=Kon Tum; 29=Quảng Ngãi; 30=Gia Lai; 31=Bình Định; 32=Phú Yên;
    33=Đắk Lắk|Đăk Lăk|Dac Lac; 34=Khánh Hòa; 35=Lâm Đồng; 36=Ninh Thuận; 37=Tây Ninh; 39=Đồng Nai; 40=Bình Thuận;
    41=Long An; 43=Bà Rịa - Vũng Tàu; 44=An Giang; 45=Đồng Tháp; 46=Tiền Giang; 47=Kiên Giang; 49=Vĩnh Long; 50=Bến Tre;
    51=Trà Vinh; 52=Sóc Trăng; 53=Bắc Kạn; 54=Bắc Giang; 55=Bạc Liêu; 56=Bắc Ninh; 57=Bình Dương; 58=Bình Phước;
    59=Cà Mau; 61=Hải Dương; 63=Hà Nam; 66=Hưng Yên; 67=Nam Định; 68=Phú Thọ; 69=Thái Nguyên; 70=Vĩnh Phúc;
    71=Điện Biên; 72=Đắk Nông; 73=Hậu Giang; CT=Cần Thơ; DN=Đà Nẵng; HN=Hà Nội; HP=Hải Phòng;
    SG=Hồ Chí Minh|Ho Chi Minh City|HCMC|Sài Gòn`,
  KR: `
    11=Seoul|서울특별시|서울|서울시; 26=Busan|부산광역시|부산|Pusan; 27=Daegu|대구광역시|대구; 28=Incheon|인천광역시|인천;
    29=Gwangju|광주광역시|광주; 30=Daejeon|대전광역시|대전; 31=Ulsan|울산광역시|울산; 41=Gyeonggi|Gyeonggi-do|경기도|경기;
    42=Gangwon|Gangwon-do|강원특별자치도|강원도|강원; 43=North Chungcheong|Chungcheongbuk-do|Chungbuk|충청북도|충북;
    44=South Chungcheong|Chungcheongnam-do|Chungnam|충청남도|충남;
    45=North Jeolla|Jeollabuk-do|Jeonbuk|전북특별자치도|전라북도|전북; 46=South Jeolla|Jeollanam-do|Jeonnam|전라남도|전남;
    47=North Gyeongsang|Gyeongsangbuk-do|Gyeongbuk|경상북도|경북; 48=South Gyeongsang|Gyeongsangnam-do|Gyeongnam|경상남도|경남;
    49=Jeju|Jeju-do|제주특별자치도|제주도|제주; 50=Sejong|세종특별자치시|세종|세종시`,
  TH: `
    10=Krung Thep Maha Nakhon|Bangkok|กรุงเทพมหานคร|กรุงเทพฯ|กรุงเทพ; 11=Samut Prakan|สมุทรปราการ; 12=Nonthaburi|นนทบุรี;
    13=Pathum Thani|ปทุมธานี; 14=Phra Nakhon Si Ayutthaya|Ayutthaya|พระนครศรีอยุธยา; 15=Ang Thong|อ่างทอง;
    16=Lop Buri|ลพบุรี; 17=Sing Buri|สิงห์บุรี; 18=Chai Nat|ชัยนาท; 19=Saraburi|สระบุรี; 20=Chon Buri|ชลบุรี;
    21=Rayong|ระยอง; 22=Chanthaburi|จันทบุรี; 23=Trat|ตราด; 24=Chachoengsao|ฉะเชิงเทรา; 25=Prachin Buri|ปราจีนบุรี;
    26=Nakhon Nayok|นครนายก; 27=Sa Kaeo|สระแก้ว; 30=Nakhon Ratchasima|Korat|นครราชสีมา; 31=Buri Ram|บุรีรัมย์; 32=Surin|สุรินทร์;
    33=Si Sa Ket|ศรีสะเกษ; 34=Ubon Ratchathani|อุบลราชธานี; 35=Yasothon|ยโสธร; 36=Chaiyaphum|ชัยภูมิ;
    37=Amnat Charoen|อำนาจเจริญ; 38=Bueng Kan|บึงกาฬ; 39=Nong Bua Lam Phu|หนองบัวลำภู; 40=Khon Kaen|ขอนแก่น;
    41=Udon Thani|อุดรธานี; 42=Loei|เลย; 43=Nong Khai|หนองคาย; 44=Maha Sarakham|มหาสารคาม; 45=Roi Et|ร้อยเอ็ด;
    46=Kalasin|กาฬสินธุ์; 47=Sakon Nakhon|สกลนคร; 48=Nakhon Phanom|นครพนม; 49=Mukdahan|มุกดาหาร; 50=Chiang Mai|เชียงใหม่;
    51=Lamphun|ลำพูน; 52=Lampang|ลำปาง; 53=Uttaradit|อุตรดิตถ์; 54=Phrae|แพร่; 55=Nan|น่าน; 56=Phayao|พะเยา;
    57=Chiang Rai|เชียงราย; 58=Mae Hong Son|แม่ฮ่องสอน; 60=Nakhon Sawan|นครสวรรค์; 61=Uthai Thani|อุทัยธานี;
    62=Kamphaeng Phet|กำแพงเพชร; 63=Tak|ตาก; 64=Sukhothai|สุโขทัย; 65=Phitsanulok|พิษณุโลก; 66=Phichit|พิจิตร;
    67=Phetchabun|เพชรบูรณ์; 70=Ratchaburi|ราชบุรี; 71=Kanchanaburi|กาญจนบุรี; 72=Suphan Buri|สุพรรณบุรี;
    73=Nakhon Pathom|นครปฐม; 74=Samut Sakhon|สมุทรสาคร; 75=Samut Songkhram|สมุทรสงคราม; 76=Phetchaburi|เพชรบุรี;
    77=Prachuap Khiri Khan|ประจวบคีรีขันธ์; 80=Nakhon Si Thammarat|นครศรีธรรมราช; 81=Krabi|กระบี่; 82=Phangnga|พังงา;
    83=Phuket|ภูเก็ต; 84=Surat Thani|สุราษฎร์ธานี; 85=Ranong|ระนอง; 86=Chumphon|ชุมพร; 90=Songkhla|สงขลา; 91=Satun|สตูล;
    92=Trang|ตรัง; 93=Phatthalung|พัทลุง; 94=Pattani|ปัตตานี; 95=Yala|ยะลา; 96=Narathiwat|นราธิวาส`,
  US: `
    AL=Alabama; AK=Alaska; AZ=Arizona; AR=Arkansas; CA=California; CO=Colorado; CT=Connecticut; DE=Delaware; FL=Florida;
    GA=Georgia; HI=Hawaii; ID=Idaho; IL=Illinois; IN=Indiana; IA=Iowa; KS=Kansas; KY=Kentucky; LA=Louisiana; ME=Maine;
    MD=Maryland; MA=Massachusetts; MI=Michigan; MN=Minnesota; MS=Mississippi; MO=Missouri; MT=Montana; NE=Nebraska;
    NV=Nevada; NH=New Hampshire; NJ=New Jersey; NM=New Mexico; NY=New York; NC=North Carolina; ND=North Dakota; OH=Ohio;
    OK=Oklahoma; OR=Oregon; PA=Pennsylvania; RI=Rhode Island; SC=South Carolina; SD=South Dakota; TN=Tennessee; TX=Texas;
    UT=Utah; VT=Vermont; VA=Virginia; WA=Washington; WV=West Virginia; WI=Wisconsin; WY=Wyoming;
    DC=District of Columbia|Washington DC; AS=American Samoa; GU=Guam; MP=Northern Mariana Islands; PR=Puerto Rico;
    UM=United States Minor Outlying Islands; VI=US Virgin Islands|Virgin Islands`,
  CA: `
    AB=Alberta; BC=British Columbia|Colombie-Britannique; MB=Manitoba; NB=New Brunswick|Nouveau-Brunswick;
    NL=Newfoundland and Labrador|Newfoundland|Terre-Neuve-et-Labrador|NF; NS=Nova Scotia|Nouvelle-Écosse;
    NT=Northwest Territories|Territoires du Nord-Ouest; NU=Nunavut; ON=Ontario;
    PE=Prince Edward Island|Île-du-Prince-Édouard|PEI; QC=Quebec|Québec|PQ; SK=Saskatchewan; YT=Yukon|Yukon Territory|YK`,
};
