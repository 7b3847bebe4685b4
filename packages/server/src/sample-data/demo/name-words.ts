/**
 * The words of company names: one of the first list, then one of the second. All are things, plants, animals and
 * places, in new combinations; none is, to our knowledge, the name of a person or company. For words with diacritics or
 * in another script, `word:latin` gives the form for host names and slugs.
 */
const english = [
  `
    Anvil Barley Beacon Birdwing Bramble Bracken Brine Brolga Bulrush Burrawang Candlebark Caper Cedarwax Chalk
    Cinder Clover Cobalt Compass Copper Corella Cricket Curlew Damson Dapple Drift Dune Eddy Elder Emu Fathom
    Fennel Flax Flint Fox Gannet Glass Gorse Granite Grebe Gull Gumnut Harbour Heron Hollow Honey Ibis Iron
    Jacana Kelp Kindle Koa Lantern Lark Larch Lichen Limestone Linen Lupin Magpie Mallee Mangrove Marble Meadow
    Millet Mistle Moss Mulga Nettle Nimbus Oat Ochre Orchard Osprey Otter Paper Pebble Pepper Petrel Plover
    Pumice Quandong Quartz Quill Quoll Rain Reed Resin Ripple Rush Saddle Saffron Salt Sandal Sedge Shale
    Silver Skerry Slate Snow Spindle Spinifex Sprig Starling Straw Sumac Tallow Tern Thistle Thorn Tide Timber
    Tin Tulip Velvet Vesper Wagtail Waratah Wattle Wax Wheel Wind Yarrow Zephyr
  `,
  `
    acre anchor arc bank bar barrow basin bay beam bell bend bight bloom bough bower branch brook cairn cape
    cask chain cliff coil cove craft crest cross crown dale deck dell drum edge fall fen fjord flare flow fold
    forge gate glade glen grain grove harrow haven hearth helm hive holm isle keel kiln knoll latch ledge light
    link loft loom marker mere mill mist moor nest node oar pass path peak pier pillar pine plume point pool
    post press quarry quay rail range reach reef ridge rig rill rise rock root rope row sail shed shelf shoal
    shore sound spar spire spoke spring spur stack stem stone strand stream summit terrace tide trail trellis
    vale vane vault view wake wharf wheel yard
  `,
];

const japanese = [
  `
    霧:kiri 靄:moya 霜:shimo 雷:rai 鋼:kou 鉛:en 錫:suzu 琥:ko 珊:san 硯:suzuri 櫓:yagura 錨:ikari 帆:ho 舵:kaji 羅:ra
    鯨:gei 鮎:ayu 鱒:masu 雁:gan 鷺:sagi 鶉:uzura 蜂:hachi 蔦:tsuta 葦:ashi 苔:koke 蕗:fuki 藁:wara 籠:kago 籾:momi
    簾:sudare 鐘:kane 鼓:tsuzumi 笛:fue 磁:ji 燐:rin 焔:en 灰:hai 炭:sumi 煉:ren 窯:kama 轍:wadachi 峠:touge 礁:shou 渦:uzu
    鏑:kabura 楔:kusabi 梁:hari 櫂:kai 漆:urushi 麹:kouji 糸:ito 絹:kinu 瓦:kawara 甕:kame 稲:ina 穂:hono
  `,
  `
    灯:tou 環:kan 輪:rin 塔:tou 門:mon 港:minato 礎:so 砂:sa 潮:chou 雲:un 峰:hou 壁:heki 窓:mado 鏡:kyou 枠:waku 軸:jiku
    弧:ko 標:hyou 路:ro 陸:riku 界:kai 域:iki 層:sou 晶:shou 素:moto 線:sen 幹:kan 粒:ryuu 脈:myaku 象:zou 紋:mon 羽:hane
    翼:yoku 角:kaku 舟:fune 蔵:kura 釜:gama 鉱:kou 針:hari 鍵:kagi 錠:jou 階:kai 隅:sumi 音:on 響:kyou 頂:chou 圏:ken 炉:ro
    帯:tai 柱:hashira 皿:sara 扉:tobira 坑:kou 房:bou 籤:kuji 槌:tsuchi 鎖:kusari 錘:sui
  `,
];

const korean = [
  `
    물결:mulgyeol 돌담:doldam 모래:morae 안개:angae 바위:bawi 갈대:galdae 등대:deungdae 나침반:nachimban 돛단:dotdan
    고래:gorae 두루미:durumi 부엉:bueong 도토리:dotori 소나기:sonagi 번개:beongae 자갈:jagal 무쇠:musoe 구리:guri
    놋쇠:notsoe 기와:giwa 숯불:sutbul 볏짚:byeotjip 메밀:memil 수수:susu 들깨:deulkkae 쑥대:ssukdae 이끼:ikki
    버들:beodeul 느티:neuti 잣나무:jannamu 대숲:daesup 억새:eoksae 연못:yeonmot 샘물:saemmul 폭포:pokpo 갯벌:gaetbeol
    파도:pado 산마루:sanmaru 골짜기:goljjagi 언덕:eondeok 들판:deulpan 고개:gogae 오솔:osol 무지개:mujigae 서리:seori
    눈꽃:nunkkot 얼음:eoreum
  `,
  `
    마루:maru 터전:teojeon 둥지:dungji 울림:ullim 나루:naru 길목:gilmok 돌탑:doltap 물레:mulle 바퀴:bakwi 고리:gori
    매듭:maedeup 기둥:gidung 지붕:jibung 디딤:didim 숲길:supgil 들녘:deullyeok 여정:yeojeong 가마:gama 풀무:pulmu
    모루:moru 망치:mangchi 쟁기:jaenggi 베틀:beteul 돗자리:dotjari 항아리:hangari 소반:soban 다리:dari 우물:umul
    마당:madang 뜰안:tteuran 처마:cheoma 창틀:changteul 등불:deungbul 화살:hwasal 방패:bangpae 깃발:gitbal
    북소리:buksori 종탑:jongtap 밭고랑:batgorang 논두렁:nonduleong 포구:pogu 선창:seonchang 방파제:bangpaje
  `,
];

const thai = [
  `
    คลื่น:khluen ทุ่ง:thung หมอก:mok ลำธาร:lamthan หินผา:hinpha ทราย:sai
    เปลวไฟ:pleofai กังหัน:kanghan เรือใบ:ruebai ปะการัง:pakarang
    ตะเกียง:takiang ไผ่:phai กก:kok รวงข้าว:ruangkhao มะพร้าว:maphrao
    ขมิ้น:khamin กระวาน:krawan อบเชย:opchoei ชะเอม:chaem ตะไคร้:takhrai
    เหล็ก:lek ทองแดง:thongdaeng ดีบุก:dibuk ศิลา:sila ดินเผา:dinphao
    เตาเผา:taophao กระดิ่ง:krading กลอง:klong ระฆัง:rakhang เข็มทิศ:khemthit
    สมอ:samo หางเสือ:hangsuea สะพาน:saphan ประภาคาร:praphakhan
    นกกระเรียน:krarian นกเงือก:nokngueak ปลาวาฬ:plawan หิ่งห้อย:hinghoi
    ผึ้งป่า:phuengpa รังไหม:rangmai
  `,
  `
    เหนือ:nuea ใต้:tai ตะวันออก:tawanok ไพร:phrai ลุ่มน้ำ:lumnam
    ปากน้ำ:paknam หัวหิน:huahin สันเขา:sankhao ยอดดอย:yotdoi
    ริมคลอง:rimkhlong ปลายนา:plaina ชายฝั่ง:chaifang อ่าวลึก:aoluek
    เกาะกลาง:koklang หุบเขา:hupkhao บึงใหญ่:buengyai ธารใส:thansai
    ลานกว้าง:lankwang ทางไกล:thangklai รุ่งเช้า:rungchao ยามเย็น:yamyen
    กลางทุ่ง:klangthung ต้นน้ำ:tonnam สายลม:sailom แดนไกล:daenklai
    คูเมือง:khumueang ประตูไม้:pratumai บ้านสวน:bansuan เรือนแพ:rueanphae
    โรงสี:rongsi ท่าเรือ:tharuea ท่าทราย:thasai ลานหิน:lanhin
    เขาเขียว:khaokhiao น้ำลึก:namluek ดินดอน:dindon ฟ้ากว้าง:fakwang
    ไร่ชา:raicha นาเกลือ:nakluea วังหิน:wanghin
  `,
];

const vietnamese = [
  `
    Gió:gio Sóng:song Đồi:doi Lá:la Đá:da Cát:cat Sương:suong Lửa:lua Than:than Đồng:dong Thép:thep Kẽm:kem
    Gốm:gom Lụa:lua Tre:tre Mía:mia Sắn:san Lúa:lua Chè:che Quế:que Hồi:hoi Gừng:gung Nghệ:nghe Sả:sa Rêu:reu
    Sen:sen Tràm:tram Đước:duoc Sậy:say Cọ:co Dừa:dua Buồm:buom Neo:neo Lái:lai Chuông:chuong Trống:trong
    Sáo:sao Đèn:den Cầu:cau Suối:suoi Thác:thac Vịnh:vinh Đảo:dao Rặng:rang Mây:may Sấm:sam Chớp:chop Cò:co
    Sếu:seu
  `,
  `
    Bắc:bac Đông:dong Tây:tay Xanh:xanh Trắng:trang Vàng:vang Bạc:bac Xám:xam Sâu:sau Rộng:rong Dài:dai Mới:moi
    Cổ:co Lớn:lon Tròn:tron Sáng:sang Mát:mat Ấm:am Biển:bien Rừng:rung Núi:nui Sông:song Ruộng:ruong Vườn:vuon
    Bến:ben Cảng:cang Làng:lang Phố:pho Chợ:cho Đèo:deo Hang:hang Mỏm:mom Bờ:bo Bãi:bai Đầm:dam Kênh:kenh
    Mương:muong Lò:lo Xưởng:xuong Guồng:guong Thuyền:thuyen Bánh Xe:banhxe La Bàn:laban
  `,
];

const malay = [
  `
    Ombak Lembah Karang Rotan Kabut Anyam Tembaga Timah Besi Batu Pasir Kapur Arang Bara Damar Rumbia Nipah
    Sagu Kelapa Pala Cengkih Kunyit Serai Halia Lada Pandan Bambu Jati Meranti Cendana Bakau Lumut Pakis
    Teratai Ilalang Camar Bangau Rangkong Penyu Lumba Tenggiri Layar Sauh Kemudi Suar Pelita Gong Kendang
    Suling Kincir Tungku Gerabah Tenun Songket Lesung Caping Perahu Jangkar
  `,
  `
    Utara Selatan Timur Barat Raya Baru Tinggi Dalam Luas Hijau Biru Putih Kelabu Jauh Tengah Hulu Hilir Muara
    Tanjung Teluk Pantai Pesisir Bukit Gunung Lereng Puncak Rimba Ladang Sawah Kebun Telaga Sungai Jeram Delta
    Selat Pulau Dermaga Jambatan Gerbang Menara Pondok Lumbung Balai Pasar Persada Cakrawala Khatulistiwa
    Angkasa Senja Pelangi
  `,
];

const chinese = [
  `
    霧:mo 霜:seung 鋼:kong 錫:sek 琥:fu 珊:saan 硯:yin 櫓:lo 錨:maau 帆:faan 舵:to 鯨:king 鱒:tsuen 雁:ngaan 鷺:lou 蜂:fung
    蔦:niu 葦:wai 苔:toi 籠:lung 簾:lim 鐘:chung 鼓:gu 笛:dek 磁:chi 焰:yim 煉:lin 窯:yiu 礁:tsiu 渦:wo 漆:tsat 瓦:nga
    甕:ung 穗:sui 棧:jaan 槳:jeung 磐:pun 礫:lik
  `,
  `
    環:waan 塔:taap 門:mun 港:gong 礎:cho 潮:chiu 峰:fung 窗:cheung 鏡:geng 軸:juk 弧:wu 標:biu 路:lou 陸:luk 界:gaai
    域:wik 層:chang 晶:jing 線:sin 幹:gon 粒:lap 脈:mak 紋:man 翼:yik 角:gok 舟:jau 倉:chong 礦:kwong 針:jam 匙:si 階:gaai
    響:heung 頂:ding 圈:hyun 爐:lou 帶:daai 柱:chyu 扉:fei 坊:fong 橋:kiu
  `,
];

export interface NameWord {
  word: string;
  latin: string;
}

/** `Bánh Xe:banhxe` contains a space: a word ends at the first space after its Latin form. */
function toWords(text: string): NameWord[] {
  const words: NameWord[] = [];
  let open = '';
  for (const part of text.trim().split(/\s+/)) {
    const [word = '', latin] = part.split(':');
    const whole = open ? `${open} ${word}` : word;
    open = latin === undefined && text.includes(':') ? whole : '';
    if (!open) words.push({ word: whole, latin: latin ?? whole.toLowerCase() });
  }
  return words;
}

export type Tongue = 'en' | 'ja' | 'ko' | 'th' | 'vi' | 'id' | 'zh';

const pair = ([first = '', second = '']: string[]) => ({ first: toWords(first), second: toWords(second) });

export const nameWords: Readonly<Record<Tongue, { first: readonly NameWord[]; second: readonly NameWord[] }>> = {
  en: pair(english),
  ja: pair(japanese),
  ko: pair(korean),
  th: pair(thai),
  vi: pair(vietnamese),
  id: pair(malay),
  zh: pair(chinese),
};
