import { medicalWord } from './abbreviations.ts';
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

type Effect = 'nodata' | 'cut' | 'drop' | 'add';

const scopes = '(group |global |regional |country )?';
const topRoles = 'ceo, cfo, coo, cto, cio, cmo, chro, chief, managing director, general director, director general';

/** Those who work for a senior person, and that person. */
const helpers = anyOf`
  assistant, secretary, aide, support, office, receptionist, adviser, advisor, consultant, driver, counsel
  assistante?, adjointe?, adjointe? executi\w+, adjointe? administrati\w+, secretaire, analyst, associate
`;
const bosses = anyOf`
  ceo, cfo, coo, cto, cio, cmo, md, chief, managing director, director, directors, president, presidente, chair*, board
  partners?, vice president, vp, svp, evp, general manager, executives?, founders?, owner
  direction, directeur, directrice
`;
const bossesInFront = anyOf`
  ceo, cfo, coo, cto, md, chief \w+ officer, managing director, director, chairman, chairwoman, chairperson, president
  general manager, founder, executive director
`;
const helpersBehind = '((executive|personal|administrative) )?(assistant|secretary|office|associate|aide)';
const southeastAsianHelpers = anyOf`tro ly, thu ky, asisten, sekretaris, setiausaha, pembantu, staf`;
const southeastAsianBosses = anyOf`
  chu tich, tong giam doc, giam doc, direktur utama, direktur, presiden direktur, direksi, komisaris
  pengarah urusan, pengarah, pengerusi
`;
const thaiBosses = anyOf`กรรมการผู้จัดการ, กรรมการ, ประธาน, ผู้บริหาร`;
const eastAsianBosses = anyOf`
  總經理, 总经理, 董事長, 董事长, 總裁, 总裁, 社長, 会長, 役員, 대표이사, 대표, 사장, 회장, 임원
`;

/** What a `business partner` is a partner for; such partners own no share of the firm. */
const partnersFor = anyOf`
  business, hr, human resources, resources, people, talent, recruitment, recruiting, reward, wellness, training, learning
  finance, financial, acquisition, procurement, legal business, commercial, merchant
  sales, channel, alliance, growth, account, marketing, brand, media, content, insights?
  customer, client, success, service, support, experience, engagement, community, care, family, parent
  technology, it, data, analytics, digital, platform, cloud, security, product, design, research, innovation
  strategic, delivery, implementation, enablement, solutions, project, operations, supply chain, quality, safety
  change, transformation, center, centre, education
`;
const partnerTeamRoles = anyOf`
  manager, success, sales, marketing, development, account, program, enablement, engineer, solutions, operations
  executive, lead, director, specialist, relations, support, head, consultant
`;

/** Crafts whose head leads a shift or a kitchen, not a function. */
const crafts = `
  chef, cook, baker, butcher, barista, bartender, sommelier, waiter, waitress, server, host, hostess, steward, usher
  brewer, winemaker, distiller, roaster, grower, gardener, groundskeeper, greenkeeper, florist
  concierge, bellman, porter, receptionist, housekeeper, cleaner, custodian, guard, keeper, librarian
  nurse, coach, trainer, instructor, stylist, tailor, groom, cashier
  technician, mechanic, machinist, electrician, fitter, welder, carpenter, painter, operator, maker, lineman
  driver, storeman, packer, packager, sawyer, miller, stockman, shearer
`;

const noData = rulesFor<Effect>(7);
const other = rulesFor<Effect>(6);
const cSuite = rulesFor<Effect>(3);
const owner = rulesFor<Effect>(2);
const board = rulesFor<Effect>(1);
const head = rulesFor<Effect>(4);
const manager = rulesFor<Effect>(5);

/**
 * How a title names a level of seniority, in order: see `rule.ts` for the notation.
 *
 * A title that a `nodata` rule matches tells nothing (level 7). `cut` removes what is not the person's own present role.
 * A `drop` phrase never counts for its level; an `add` phrase gives the level. A title that no `add` rule matches is
 * level 6.
 */
export const seniorityRules: readonly TitleRule<Effect>[] = [
  // No Data
  noData('nodata', 'no letters, an email address, a placeholder', {
    patterns: [String.raw`^[^\p{L}]*$`, String.raw`^\S+@\S.*$`],
    titles: {
      en: phrases`
        x+, mr, mrs, ms, miss, na, n / ?a, nil, none, null, unknown, undefined, tbc, tbd, tba, test, blank
        other, others, various, no (title|data|position|job)
        not (specified|applicable|available|disclosed|provided|known|working|employed)
      `,
    },
  }),
  noData('nodata', 'not working', {
    titles: {
      en: phrases`
        (semi )?retired, pensioner, retiree, unemployed, jobless, between (jobs|roles), job ?seeker
        (currently |actively )?(seeking|looking|open to|available for)( .*)?
        (on )?(a )?(career break|sabbatical|gap year|maternity leave|parental leave)
        home ?maker, house ?wife, house ?husband, stay at home (mum|mom|dad|parent), volunteer
      `,
    },
  }),
  noData('nodata', 'students', {
    patterns: [String.raw`^((?!of\b|for\b|to\b)\w+ ){0,3}student$`],
    titles: {
      fr: phrases`etudiante?( .*)?`,
      id: phrases`(mahasiswa|mahasiswi|pelajar)( .*)?`,
      vi: phrases`(sinh vien|hoc sinh)( .*)?`,
      ja: phrases`大?学生, 大学院生`,
      ko: phrases`대학생, 대학원생, 학생`,
      th: phrases`นักศึกษา, นักเรียน`,
      zh: phrases`大?學生`,
    },
  }),
  noData('nodata', 'placeholders and people who do not work, in other languages', {
    titles: {
      fr: phrases`sans emploi, retraitee?, a la recherche .*, en recherche .*`,
      id: phrases`pensiunan, tidak ada, tidak bekerja, belum bekerja, pengangguran, ibu rumah tangga`,
      ms: phrases`tiada, suri rumah, pesara`,
      vi: phrases`khong co, khong, that nghiep, noi tro, nghi huu, dang tim viec.*`,
      ja: phrases`なし, 無し, 無職, 不明, 未定, 主婦, 専業主婦, 退職`,
      ko: phrases`없음, 무직, 주부, 전업주부, 구직중?, 취업준비생, 은퇴`,
      th: phrases`ไม่ระบุ, ไม่มี, ว่างงาน, เกษียณ(อายุ)?`,
      zh: phrases`
        無, 无, 暫無, 暂无, 沒有, 没有, 待業, 待业, 失業, 失业, 退休, 家庭主婦, 家庭主妇
      `,
    },
  }),
  noData('cut', 'a former role is no longer held: cut up to the next separator; if nothing is left, there is no data', {
    patterns: [
      '(?:^|/ )[^/]+ / (retired|former|ex|past)(?= /|$)',
      [
        String.raw`\b(immediate past|past (?=president|chair\w*|director|ceo|owner|founder|partner|head)|ex|former`,
        String.raw`|formerly|previously|retired|ancien|ancienne|mantan|bekas)\b(?! officio)`,
        '[^/]*?(?= / |$| now | currently | and (now|current|currently) )',
      ].join(''),
      '(?:^|/ )(元|前)(?=社長|会長|代表|取締役|部長|課長|教師|總|总|董事|ceo|經理|经理)[^/]*',
    ],
  }),

  // Other: people who work for a senior person
  other('cut', 'works for a senior person: keep the job word, cut the boss (assistant to the CEO)', {
    patterns: [
      [
        String.raw`(?<=\b${helpers}) (to|for|of|au|a la|du|de la|de) (the |la |l )?`,
        String.raw`(\w+ ){0,3}?${bosses}\b[^/]*`,
      ].join(''),
    ],
  }),
  other('cut', "the same, possessive (CEO's assistant, CEO office)", {
    patterns: [String.raw`\b${bossesInFront}( s)? (?=${helpersBehind}\b)`],
  }),
  other('cut', 'the same in Vietnamese, Indonesian, Malay, Chinese, Japanese, Korean, Thai', {
    patterns: [
      String.raw`(?<=\b${southeastAsianHelpers} )(kepada |cho )?${southeastAsianBosses}\b[^/]*`,
      `${eastAsianBosses}( ?)(?=(助理|秘書|秘书|室|辦|办|비서))`,
      `(?<=(เลขานุการ|ผู้ช่วยส่วนตัว))${thaiBosses}[^/]*`,
    ],
  }),

  // C-Suite / Partner
  cSuite('drop', 'the deputy of a level 3 is a level 4', {
    en: phrases`
      (deputy|vice|assistant|associate|timbalan|wakil|naib|pho) ${scopes}${anyOf`
        ${topRoles}, president director, presiden direktur, presiden, president, presidente, direktur utama, ketua
        tong giam doc, giam doc dieu hanh, partner
      `}
      (deputy|pro) vice chancellor
    `,
    fr: phrases`direct(eur|rice) generale? adjointe?`,
  }),
  cSuite('drop', 'presidents of the board are level 1; ranks outside the C-suite', {
    en: phrases`president( s)? (commissioner|club|award), presidente? (of the board|du conseil), chief of`,
    id: phrases`presiden komisaris`,
    patterns: [String.raw`\bchief (petty|warrant|mate)\b( officer)?`],
  }),
  cSuite('drop', 'business partners, and roles in a team for partners', {
    en: phrases`${partnersFor} partner, partner ${partnerTeamRoles}`,
  }),
  cSuite('add', 'the C-suite by its short forms', {
    en: phrases`
      (ceo|cfo|coo|cto|cio|cmo|cpo|cro|chro|ciso|cdo|cco|cso|clo|cao|cbo|cgo|cxo|cno|cko|cmio|cdao|caio|cpto)s?
      (csco|chco|cpeo)s?
    `,
  }),
  cSuite('add', 'chief ... officer', {
    en: phrases`chief executive`,
    patterns: [String.raw`\bchief ((\w+|/) ){0,6}?officer\b`],
  }),
  cSuite('add', 'heads of the company', {
    en: phrases`
      managing director, general director, director general, president director, representative director
      (?<!non )executive chair(man|woman|person)?, (?<!deputy )(?<!pro )(?<!assistant )vice chancellor
    `,
    id: phrases`presiden direktur, direktur utama, direktur pelaksana, dirut, presdir`,
    ms: phrases`pengarah urusan, ketua pegawai (eksekutif|\w+), ketua eksekutif`,
  }),
  cSuite('add', "MD as a role of its own, unless the title is a doctor's", {
    patterns: [String.raw`^(?!.*${medicalWord}).*${roleStart}(group |joint )?md(?= /| and\b|$| of\b)`],
  }),
  cSuite('add', 'president', { en: phrases`president, presidente`, fr: phrases`pdg` }),
  cSuite('add', 'partners, and the principal of a firm, not of a school', {
    en: phrases`partner(?= /| and\b|$| in\b| of\b), (managing|equity|senior|general|founding) partner`,
    patterns: [
      [
        `${roleStart}(managing |founding )?principal`,
        String.raw`(?= /(?! \w+ (primary|high|secondary|grammar|school|college))| and\b|$)`,
      ].join(''),
    ],
  }),
  cSuite('add', 'French', {
    fr: phrases`
      direct(eur|rice) generale?, chef de (la )?direction, chef de l exploitation
      chef des (finances|operations|technologies)
      associee?( (directeur|directrice|principale?|gerante?|senior|fondateur|fondatrice))?${roleEnd}
    `,
  }),
  cSuite('add', 'Japanese, Korean, Chinese, Thai, Vietnamese', {
    vi: phrases`tong giam doc, giam doc dieu hanh`,
    ja: phrases`
      代表取締役, (?<!副)社長, 代表社員, 代表理事, 代表執行役, 最高[^ /]*責任者, (?:^|/ )代表(?= /|$)
    `,
    ko: phrases`
      대표이사, (?<!부)(?<!지)(?<!이)사장, 최고[^ /]*책임자, 최고경영자, (?:^|[ /])(공동|각자)?대표(?=$|[ /])
    `,
    th: phrases`
      (?<!รอง)(?<!ผู้ช่วย)กรรมการผู้จัดการ, ประธานเจ้าหน้าที่
      (?<!รอง)ประธาน(กรรมการ)?บริหาร
      (?<!รอง)ประธานบริษัท, หุ้นส่วน
    `,
    zh: phrases`
      (?<!副)(?<!助理)(總經理|总经理), (?<!副)(?<!助理)(總裁|总裁), 首席[^ /]*官
      執行長, 执行长, 財務長, 技術長, 營運長, 合夥人, 合伙人, 管理合夥
    `,
  }),

  // Owner / Founder
  owner('drop', 'owners of things at work, not of the firm', {
    en: phrases`${ownersOfThings}`,
    ja: phrases`プロダクトオーナー`,
    ko: phrases`프로덕트 ?오너`,
  }),
  owner('add', 'owners and founders', {
    en: phrases`
      (co ?)?(founder|owner|proprietor|proprietress|proprietary owner)s?
      founding (partner|director|ceo|president|principal|chair*|owner)
      entrepreneur, solopreneur, sole trader, sole proprietor, self employed, franchisee, business(man|woman|person)
    `,
    fr: phrases`
      (co ?)?(fondateur|fondatrice|proprietaire), travailleur autonome, travailleuse autonome, entrepreneure
      chef d entreprise
    `,
    id: phrases`pemilik, pendiri, wiraswasta, wirausaha, wirausahawan, pengusaha`,
    ms: phrases`pengasas, usahawan`,
    vi: phrases`
      chu (doanh nghiep|cua hang|so huu|tiem|quan|co so|nha hang|shop)
      (nha|nguoi|dong) sang lap, sang lap vien
    `,
    ja: phrases`創業者, 創立者, 起業家, オーナー, 個人事業主, 自営業`,
    ko: phrases`창업자, 창립자, 설립자, 오너, 자영업, 개인사업자, 소유주`,
    th: phrases`เจ้าของ, ผู้ก่อตั้ง`,
    zh: phrases`
      創辦人, 创办人, 創始人, 创始人, 東主, 东主, 老闆, 老板, 業主, 业主, 店主, 個體戶, 个体户
    `,
  }),

  // Board Member / Director
  board('drop', 'chairs of departments and professors; trustees and secretaries who serve a board', {
    en: phrases`
      (department|departmental|program|programme|faculty|school) chair*
      chair(man|woman|person)? of (the )?(department|faculty|studies|school), chair (professor|in)
      professor and (\w+ )?chair*, chair* and (\w+ )?professor, chair ?(lift|side)
      trustee (manager|officer|services|administrator|administration|assistant)
      secretary (to |of |/ )?(the )?board
    `,
  }),
  board('drop', 'level 3 or 4 although the word for director is part of it', {
    ja: phrases`代表取締役, 代表理事, 執行役員`,
    zh: phrases`董事總經理, 董事总经理, 董事(會|会)秘(書|书)`,
    ko: phrases`대표이사, (?<!비)(전무|상무)이사`,
    th: phrases`(รอง|ผู้ช่วย)?กรรมการผู้จัดการ`,
  }),
  board('add', 'statutory and non-executive directors', {
    en: phrases`
      ${anyOf`
        company, board, corporate, public company, non executive, independent, independent non executive, nominee
        alternate, sole, statutory, outside, external, shareholder, resident, professional
      `} directors?\b(?! (of|for|\p{L}+ing|talent|human|sales|finance)\b)(?= /| and\b|$| at\b| of\b)
      non executive, non independent
    `,
  }),
  board(
    'add',
    'a bare director: alone, after another role, before another role or a company name; never with a function',
    {
      patterns: [
        bareDirector({
          grades: anyOf`joint, co, executive, founding, founder, acting, interim, group executive`,
          roles: anyOf`${rolesBesideDirector}, shareholder, managing director, pemilik, pendiri`,
          jobs: anyOf`
          ${jobsBesideDirector}
          psychologist, physiotherapist, dentist, pharmacist, surveyor, estimator, analyst, buyer
        `,
          endings: [String.raw` (cong ty|of [^/]*\b(pty|ltd|limited|inc|llc|pte|bhd|plc|corp))\b`],
        }),
      ],
    },
  ),
  board('add', 'board seats', {
    en: phrases`
      board (member|chair*|director|advis[eo]r|observer|trustee)
      board of (directors|trustees|commissioners|governors|management)
      (member|president|chair*) of (the )?(\w+ )?board, (advisory|supervisory|executive) board
      chair(man|woman|person|lady), (board|committee) chair, trustees?, (school|board) governors?
    `,
    patterns: [
      [
        `${roleStart}((independent|non executive|executive|vice|deputy|co|group|founding|acting|interim|honorary`,
        `|board|committee) )*${bareChair}`,
      ].join(''),
      `${roleStart}((president|independent|vice president|deputy president|senior|co) )*commissioner${roleEnd}`,
    ],
  }),
  board('add', 'board seats in Indonesian, Malay, Vietnamese, French', {
    fr: phrases`conseil d administration, presidente? du conseil, membre du conseil`,
    id: phrases`
      komisaris, presiden komisaris, direktur (independen|eksekutif), dewan (komisaris|pengawas|direksi)
    `,
    ms: phrases`
      pengerusi, ahli lembaga, lembaga pengarah, pengarah (eksekutif|bebas|bukan eksekutif)
    `,
    vi: phrases`chu tich, hoi dong (quan tri|thanh vien), hdqt, kiem soat vien, ban kiem soat`,
    patterns: [
      [
        String.raw`(?:^|/ |\band |\bet )administrat(eur|rice)`,
        `( (de societes?|independante?|externe))?${roleEnd}`,
      ].join(''),
    ],
  }),
  board('add', 'board seats in Japanese, Chinese, Korean, Thai', {
    ja: phrases`取締役, 監査役, 会長, 社外役員, 役員, 理事`,
    ko: phrases`
      이사회, 이사장, 회장, 의장, (?:^|/ )(상근|비상근)?감사(위원)?(?= /|$)
      (?:^|/ )((등기|사내|사외|독립|비상임|상임|선임사외|기타비상무) ?)?이사(?= /|$)
    `,
    th: phrases`กรรมการ`,
    zh: phrases`監事, 监事, 董事, 主席`,
  }),

  // VP / Director / Head of
  head('drop', 'crafts, not function heads', {
    en: phrases`${craftDirectors}, directors? of photography, director s, directory`,
  }),
  head('drop', 'heads of a craft are level 5; an assistant company secretary is level 6', {
    en: phrases`
      head ${anyOf`${crafts}, hunter, lifeguard, umpire, referee, scout`}
      assistant (company|corporate) secretary
    `,
  }),
  head('add', 'any other director: functional, regional, associate, deputy', {
    en: phrases`directors?`,
    fr: phrases`directeurs?, directrices?`,
    id: phrases`direktur, direktris`,
    ms: phrases`pengarah`,
    vi: phrases`giam doc`,
  }),
  head('add', 'vice presidents of every grade; deputies of a level 3', {
    en: phrases`
      vice president*, vps?, svp, evp, avp, savp, rvp, gvp, fvp, dvp
      (deputy|assistant|associate|vice|timbalan|pho) ${scopes}${anyOf`
        ${topRoles}, president, partner, direktur utama, ketua, tong giam doc
      `}
    `,
    id: phrases`wakil (presiden|direktur)`,
    ms: phrases`naib presiden`,
  }),
  head('add', 'heads', {
    en: phrases`heads? (of|for), \w+ head${roleEnd}, head ?(teacher|master|mistress)`,
    patterns: [
      [
        `${roleStart}((group|global|regional|country|deputy|acting|interim|associate|assistant|senior) )*`,
        String.raw`head\b`,
      ].join(''),
    ],
  }),
  head('add', 'function heads without the word head', {
    en: phrases`
      general manager, group executive(?! assistant), country (manager|lead|leader), chief of staff
      (company|corporate|board|group) secretary, (general|group) counsel, treasurer, comptroller
      (financial|finance|group|corporate|regional|divisional|business|plant) controller
      dean, (deputy|pro|assistant) vice chancellor, superintendent of schools
      (school|deputy|vice|assistant|associate|college|executive|campus) principal, principal of
      principal / \w+ (primary|high|secondary|grammar|school|college)
      chief of (?!staff\b)\w+, (fire|police|division|department|bureau|village) chief
      chief (\w+ )?(engineer|architect|scientist), editor in chief
      chief (accountant|economist|actuary|editor|pilot|pharmacist|nurse|surveyor|geologist|auditor|inspector)
      chief (representative|underwriter|dealer|counsel|legal counsel|investment strategist)
      (department|departmental|program|faculty|division|academic|studies|science|sciences|arts) chair*
      chair* of (the )?(department|faculty|school), professor and (\w+ )?chair*, chair* and (\w+ )?professor
    `,
    patterns: [`${roleStart}controller${roleEnd}`],
  }),
  head('add', 'function heads in Indonesian, Malay, Vietnamese, French', {
    fr: phrases`
      chef de (service|departement|division|direction|section|cabinet), chef comptable
      controleu(r|se)( (financiere?|de gestion|corporati\w+))?${roleEnd}
      tresoriere?, secretaire (generale?|corporati\w+|de la societe), doyenn?e?
    `,
    id: phrases`
      kepala (divisi|departemen|dept|cabang|bagian|biro|wilayah|sekolah|dinas|kantor), sekretaris perusahaan
    `,
    ms: phrases`
      pengurus besar, ketua (jabatan|bahagian|unit), guru besar, pengetua, setiausaha syarikat
    `,
    vi: phrases`ke toan truong, truong (dai dien|khoa|ban), hieu truong`,
  }),
  head('add', 'directors, deputies and function heads in Japanese, Korean, Chinese, Thai', {
    ja: phrases`
      部長, 室長, 支店長, 支社長, 所長, 総支配人, 院長, 校長, 園長, 局長
      常務, 専務, 執行役員, 副社長, ディレクター
    `,
    ko: phrases`
      본부장, 전무, 상무, 부사장, 실장, 센터장, 지점장, 지사장, 부문장, 원장, 교장, 연구소장, 이사
    `,
    th: phrases`
      รองกรรมการผู้จัดการ, ผู้ช่วยกรรมการผู้จัดการ
      รองประธาน, ผู้อำนวยการ
      ผู้จัดการทั่วไป, ผู้จัดการใหญ่, หัวหน้าฝ่าย
      เลขานุการบริษัท
    `,
    zh: phrases`
      部长, 院长, 校长, 局长, 副總裁, 副总裁, 副總經理, 副总经理, 總監, 总监, 總工程師, 总工程师
      總會計師, 总会计师, 公司秘書, 公司秘书, 董事會秘書, 董事会秘书, 首席代表
    `,
  }),

  // Manager
  manager('drop', 'not people managers', {
    en: phrases`
      (management|manager) (trainee|consultant|accountant|assistant|associate), trainee manager
      (thought|youth|worship|technical|tech|opinion|study|scout) lead(er)?, lead(er)? (generation|gen)
    `,
    zh: phrases`項目經理助理, 经理助理, 經理助理`,
    ko: phrases`매니저 보조`,
  }),
  manager('add', 'managers and supervisors by the word: account, product and project managers count', {
    en: phrases`
      managers?, superintendent, supervisors?, foreman, forewoman, foreperson, leading hand, 2 ?ic, second in charge
      (officer|nurse|store|site|shift|manager) in charge, charge nurse, executive chef
      head ${anyOf`${crafts}`}
      (section|crew|shift|flight) chief, managing (editor|attorney|lawyer|solicitor|consultant|broker)
    `,
    fr: phrases`
      gerente, gestionnaire, gerante?, responsable, superviseu(r|re|se), superviseure, contremaitre
    `,
    id: phrases`manajer, manajemen lini, penyelia, mandor`,
    ms: phrases`pengurus`,
  }),
  manager('add', 'leaders, and "lead" after a function; "Lead X" before a job word stays level 6', {
    en: phrases`
      (team|shift|squad|crew|section|group|line|pod|chapter|floor|unit) ?(lead|leader)
      (sales|service|store|site|practice|project|product|business|regional) ?(lead|leader)
      leaders?, \w+ lead${roleEnd}
    `,
  }),
  manager('add', 'managers in French, Indonesian, Malay, Vietnamese', {
    fr: phrases`
      chef (d equipe|de projets?|de produits?|de chantier|de quart|de secteur|de rayon|d atelier|de cuisine)
      chef (de bureau|des? ventes?), chef cuisini(er|ere), surintendante?
    `,
    id: phrases`kepala`,
    ms: phrases`ketua`,
    vi: phrases`
      truong phong, pho phong, pho truong phong, truong nhom, truong bo phan, truong ca, to truong, to pho
      quan ly, giam sat, quan doc, cua hang truong
    `,
  }),
  manager('add', 'managers in Japanese, Chinese, Korean, Thai', {
    ja: phrases`
      課長, 次長, 係長, 班長, マネージャー, マネジャー, リーダー, 店長, 支配人, 工場長
    `,
    ko: phrases`
      부장, 차장, 과장, 팀장, 파트장, 그룹장, 조장, 반장, 점장, 공장장, 현장소장, 매니저
    `,
    th: phrases`ผู้จัดการ, หัวหน้า, ซูเปอร์ไวเซอร์`,
    zh: phrases`店长, 廠長, 厂长, 主管, 經理, 经理, 組長, 组长, 領班, 领班`,
  }),
];
