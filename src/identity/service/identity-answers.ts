import { SECOND_MS } from '#base/time.ts';
import type { User } from '#storage/users/users.ts';
import { ID_TOKEN_LIFE_MS } from '../id-token.ts';
import type { Grant } from './identity-service.ts';

const EXPIRES_IN = String(ID_TOKEN_LIFE_MS / SECOND_MS);

/** The answers of the protocol, field for field as the hosted service names them. */
export function signInAnswer({ user, idToken, refreshToken }: Grant) {
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: user.userId,
    email: user.email,
    displayName: '',
    idToken,
    registered: true,
    refreshToken,
    expiresIn: EXPIRES_IN,
  };
}

export function updateAnswer({ user, idToken, refreshToken }: Grant) {
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: user.userId,
    email: user.email,
    providerUserInfo: providersOf(user),
    idToken,
    refreshToken,
    expiresIn: EXPIRES_IN,
  };
}

export function tokenAnswer(grant: Grant, projectId: string) {
  return {
    access_token: grant.idToken,
    expires_in: EXPIRES_IN,
    token_type: 'Bearer',
    refresh_token: grant.refreshToken,
    id_token: grant.idToken,
    user_id: grant.user.userId,
    project_id: projectId,
  };
}

export function lookupAnswer(user: User) {
  return {
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [
      {
        localId: user.userId,
        email: user.email,
        emailVerified: true,
        providerUserInfo: providersOf(user),
        validSince: String(Math.floor(user.validSince.getTime() / SECOND_MS)),
        disabled: user.isDisabled,
        lastLoginAt: String((user.lastLoginAt ?? user.createdAt).getTime()),
        createdAt: String(user.createdAt.getTime()),
      },
    ],
  };
}

function providersOf(user: User) {
  return [{ providerId: 'password', federatedId: user.email, email: user.email, rawId: user.email }];
}
