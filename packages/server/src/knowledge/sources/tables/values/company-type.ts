import { companyTypes } from '@orgdex/contract';

export type CompanyType = (typeof companyTypes)[number];

/** Synonyms of our company types, in the form in which they are compared: lowercase, letters only. */
// biome-ignore format: one type is one line
const synonyms: Record<CompanyType, string> = {
  'Public Company': 'public|publicly held|publicly traded|public limited company|plc|listed|listed company|australian public company',
  'Private Company':
    'private|privately held|private limited company|proprietary limited|pty ltd|pty limited|' +
    'australian private company|limited company|ltd|llc|limited liability company|private limited|gmbh|sdn bhd|' +
    'pte ltd|co ltd|corporation|inc|株式会社|有限会社|合同会社',
  Partnership: 'partnership|general partnership|limited partnership|limited liability partnership|llp|lp|family partnership|合名会社|合資会社',
  'Sole Proprietorship': 'sole proprietorship|sole proprietor|sole trader|self owned|self employed|individual sole trader|individual|個人事業主',
  Trust: 'trust|discretionary trust|unit trust|family trust|discretionary trading trust|fixed trust|hybrid trust',
  Nonprofit:
    'nonprofit|non profit|not for profit|ngo|charity|non profit organization|nonprofit organization|' +
    'incorporated association|foundation|npo法人',
  Cooperative: 'cooperative|co operative|coop|co op|mutual|協同組合',
  'Government Agency':
    'government agency|government|government entity|public sector|federal government|state government|' +
    'local government|municipality|statutory body',
  'Educational Institution': 'educational institution|educational|education|school|university|college|educational institute|学校法人',
  'Foreign Branch': 'foreign branch|branch|foreign company|overseas company|registered foreign company|branch office',
};

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

const byWord = new Map<string, CompanyType>(
  companyTypes.flatMap((type) => [type, ...synonyms[type].split('|')].map((word) => [plain(word), type] as const)),
);

/** @example parseCompanyType('Privately Held') // 'Private Company' */
export const parseCompanyType = (text: string): CompanyType | undefined => byWord.get(plain(text));
