import type { ChannelFlag } from '@orgdex/contract';
import { channelFlags } from '@orgdex/contract/vocabulary';
import { Icon, type IconName } from './icon.tsx';

const channels: Record<ChannelFlag, readonly [label: string, icon: IconName]> = {
  has_email: ['Email', 'mail'],
  has_personal_email: ['Personal email', 'home'],
  has_phone: ['Phone', 'phone'],
  has_dnd_phone: ['Do not call', 'warning'],
  has_mobile: ['Mobile', 'mobile'],
};

/** The contact channels of a person that are known, without their values. */
export function ContactChannels({ of }: { of: Readonly<Record<ChannelFlag, boolean>> }) {
  const known = channelFlags.filter((flag) => of[flag]);
  if (known.length === 0) return <span className="text-ink-3">None</span>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
      {known.map((flag) => {
        const [label, icon] = channels[flag];
        return (
          <li key={flag} className={`flex items-center gap-1 ${flag === 'has_dnd_phone' ? 'text-warn' : 'text-ink-2'}`}>
            <Icon name={icon} className="size-3.5" />
            {label}
          </li>
        );
      })}
    </ul>
  );
}
