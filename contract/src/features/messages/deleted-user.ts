import { defaultProfilePath } from '../../platform/limits.ts';
import type { Sender } from './messages.shapes.ts';

/** Who stands in the place of somebody whose account is deleted. */
export const deletedUser: Sender = {
  _id: null,
  username: 'deleted_user',
  name: 'Deleted User',
  profile_path: defaultProfilePath,
};
