import { type ChannelFlag, channelFlags } from '@orgdex/contract';

export const flagBit = (flag: ChannelFlag): number => 1 << channelFlags.indexOf(flag);

const namesOf = (flags: number): Record<ChannelFlag, boolean> =>
  Object.fromEntries(channelFlags.map((flag) => [flag, (flags & flagBit(flag)) !== 0])) as Record<ChannelFlag, boolean>;

/** Every set of flags, made once. */
const flagSets = Array.from({ length: 1 << channelFlags.length }, (_, flags) => namesOf(flags));

/** The names of the flags that are set in a number. */
export const toFlags = (flags: number): Readonly<Record<ChannelFlag, boolean>> => flagSets[flags] ?? namesOf(flags);
