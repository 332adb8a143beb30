import { defaultProfilePath } from './limits.ts';

/** Stands in for the sender of a message whose account is deleted. */
export const deletedUser = {
  _id: null,
  username: 'deleted_user',
  name: 'Deleted User',
  profile_path: defaultProfilePath,
};
