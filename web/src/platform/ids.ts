export {
  /**
   * A new id, a random UUID: for what's sent before the server has given it one. `crypto.randomUUID` doesn't exist over plain http in a
   * local network, where people try the app from their phones.
   */
  v4 as newId,
} from 'uuid';
