export {
  /** Tells those who look after the account by mail what was done, within the transaction of its cause. */
  notifyAdministrators,
} from './notify-administrators.ts';
export {
  /** The portal that links in messages lead to, and where it is. */
  portalAddress,
} from './portal-address.ts';
