import { mattermost } from './mattermost.ts';

/** Reads what Mattermost reads. */
export const rocketChat: typeof mattermost = { ...mattermost, name: 'Rocket.Chat' };
