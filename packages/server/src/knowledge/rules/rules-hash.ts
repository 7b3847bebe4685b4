import { createHash } from 'node:crypto';
import { crosswalk } from './industries/sector-labels.ts';
import type { Rates } from './money/exchange-rates.ts';
import { nameRulesHash } from './names/name-rules-hash.ts';
import { regionNames } from './places/region-names.ts';
import { titleClasses } from './titles/classify.ts';
import { titleWords } from './titles/words.ts';

const shortHash = (facts: unknown) => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12);

/**
 * A hash of what the title rules return, in twelve hex digits: a build searches people only if it would index them the
 * same way. The runtime's Thai dictionary and Unicode tables affect it too.
 */
export function titleRulesHash(): string {
  known ??= shortHash(rulesHashTitles.map((title) => [titleWords(title), titleClasses(title)]));
  return known;
}

let known: string | undefined;

/** The same for everything that is published, including the tables from which profiles derive sectors and US dollars. */
export const rulesHash = (rates: Rates): string =>
  shortHash([
    titleRulesHash(),
    nameRulesHash(),
    crosswalk,
    regionNames,
    [...rates].map(([currency, years]) => [currency, [...years]]),
  ]);

/** Titles of every language and kind. Two builds compare their results to find out whether their title rules differ. */
// biome-ignore format: a list of titles
export const rulesHashTitles: readonly string[] = [
  'お客様サポート担当', 'まとめ役', 'VP Sales', 'Vice President, Sales', 'SALES, vice-president', 'S.V.P. Operations', 'EVP', 'AVP, Credit',
  'HR Business Partner', 'HRBP', 'C.E.O.', 'CFO & COO', 'CTO/CIO', 'CHRO', 'CISO', 'MD', 'MD, Cardiologist',
  'R&D Manager', 'M&A Director', 'F&B Supervisor', 'L&D Lead', 'IT Mgr', 'ICT Coordinator', 'Sr. Mgr, QA/QC',
  'Head of the Department', 'Manager (Operations)*', 'sal*', '&', '長', '部長', '長部', '営業　部長', 'ｴﾝｼﾞﾆｱ', '取締役CFO',
  '第1営業部', 'アートディレクター・編集', '영업팀장', '소프트웨어 엔지니어', 'กรรมการผู้จัดการ', 'ผู้จัดการฝ่ายขาย', 'ผู้อำนวยการ',
  'การขายและการตลาด', 'Giám đốc kiêm Kế toán trưởng', 'Ingénieur logiciel', 'Chef d’équipe',
  'Straße Łódź Ørsted æon œuvre', 'Founder “Kestrel” ™', 'CEO\u00ad', '1', '', 'Director', 'Vice Chair',
  'Nominee Director', 'Komisaris Independen', 'CTO and Co-Founder', 'Founder & Managing Partner', 'Founder',
  'Franchise Owner', 'Pendiri', 'MD & CEO', 'President, North America', 'Audit Partner', 'CTO',
  'Chief Revenue Officer', 'Chief Nursing Officer', "Chef de l'exploitation", 'Director (Sales & Marketing)',
  'Art Director', 'Director of Product', 'Assistant Vice President', 'Head of Strategy', 'Section Head - Quality',
  'Country Head', 'Board Secretary', 'Pho giam doc', 'Directrice, Marketing et communications',
  'Strategic Partnerships Manager', 'IT Manager', 'Accounts Payable Manager', 'Plant Manager', 'HSE Manager',
  'Practice Manager', 'Senior Manager', 'Supervisor', 'Charge Nurse', 'Kepala Gudang', 'Lead Developer',
  'Product Owner', 'Recruitment Consultant', 'Business Development Executive', 'Inside Sales Rep',
  'Mechanical Engineer', 'Help Desk Analyst', 'Market Research Analyst', 'Product Designer', 'Accountant',
  'Financial Planner', 'Legal Secretary', 'Project Coordinator', 'Special Assistant to the President',
  'Apprentice Electrician', 'Chef', 'Pilot', 'Social Worker', 'Sales Trainer', 'Senior Consultant', 'Associate',
  'Sopir', 'Avocate', '12345', 'Ex-CEO', 'Director (Acting)', 'Group Executive, Retail Banking', 'กรรมการ',
  'Giám đốc', 'ผู้ก่อตั้ง', 'Président', 'รองกรรมการผู้จัดการ', 'Giám đốc Tài chính',
  'Vice-présidente, Ressources humaines', 'Trưởng nhóm', 'Contremaître', 'เลขานุการกรรมการผู้จัดการ',
  'Chuyên viên nhân sự', 'Luật sư', 'ว่างงาน', '取締役', '理事長', '이사', '取締役社長', 'ผู้ก่อตั้งและประธานเจ้าหน้าที่บริหาร',
  '자영업', '代表取締役社長', '대표이사', 'กรรมการผู้จัดการใหญ่', '首席执行官', '執行役員', '校長', '인사실장', '副总裁', '次長', '과장', '销售经理',
  'エンジニア', 'コンサルタント', '회계사', 'พนักงานขาย', 'ช่างไฟฟ้า', '软件工程师', '老師', '弁護士',
];
