//! Bearer tokens: a file of them with their scopes, compared in constant time. No token is ever written anywhere.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use http::HeaderMap;
use http::header::AUTHORIZATION;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::call::rpc::{Scope, Scopes};
use crate::error::{Reason, Refusal};

/// The shortest token: shorter ones can be guessed.
const TOKEN_MIN: usize = 16;
/// The longest.
const TOKEN_MAX: usize = 256;

/// The tokens and what each allows.
#[derive(Clone)]
pub struct Tokens {
    known: Vec<(Vec<u8>, Scopes)>,
}

/// A file of tokens that may change while the server runs.
pub struct TokenFile {
    path: String,
    current: RwLock<(String, Arc<Tokens>)>,
}

impl TokenFile {
    /// Reads the file.
    pub fn load(path: &str) -> Result<TokenFile, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let tokens = Arc::new(Tokens::read(&text)?);
        Ok(TokenFile { path: path.to_owned(), current: RwLock::new((text, tokens)) })
    }

    /// Reads the file again. Whether it had changed; a file that cannot be used changes nothing.
    pub fn reload(&self) -> Result<bool, String> {
        let bad = |problem: String| format!("{}: {problem}", self.path);
        let text = std::fs::read_to_string(&self.path).map_err(|error| bad(error.to_string()))?;
        if self.current.read().unwrap_or_else(PoisonError::into_inner).0 == text {
            return Ok(false);
        }
        let tokens = Arc::new(Tokens::read(&text).map_err(bad)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = (text, tokens);
        Ok(true)
    }

    /// What the file held when it was last read.
    pub fn tokens(&self) -> Arc<Tokens> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner).1)
    }
}

/// Secrets stay out of logs.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tokens", self.known.len())
    }
}

impl Tokens {
    /// Reads a file: a token a line and its scopes; `#` begins a comment.
    pub fn read(text: &str) -> Result<Tokens, String> {
        let mut known = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("");
            let mut words = line.split_whitespace();
            let Some(token) = words.next() else { continue };
            let number = index + 1;
            if !(TOKEN_MIN..=TOKEN_MAX).contains(&token.len()) {
                return Err(format!(
                    "line {number}: a token has {TOKEN_MIN} to {TOKEN_MAX} characters, this one has {}",
                    token.len()
                ));
            }
            let mut scopes = Scopes::default();
            for word in words {
                let scope = Scope::ALL.into_iter().find(|scope| scope.word() == word);
                let words = Scope::ALL.map(Scope::word).join(", ");
                scopes = scopes
                    .with(scope.ok_or_else(|| format!("line {number}: {word:?} is no scope; there are {words}"))?);
            }
            if scopes == Scopes::default() {
                return Err(format!("line {number}: the token has no scope"));
            }
            known.push((token.as_bytes().to_vec(), scopes));
        }
        if known.is_empty() { Err(String::from("there is no token in it")) } else { Ok(Tokens { known }) }
    }

    /// What the call's token allows.
    pub fn check(&self, headers: &HeaderMap) -> Result<Scopes, Refusal> {
        let missing = || {
            let message = "the call carries no token; send the header authorization: Bearer TOKEN";
            Refusal::new(Reason::TOKEN_MISSING, message)
        };
        let header = headers.get(AUTHORIZATION).ok_or_else(missing)?.as_bytes();
        let Some((scheme, token)) = header.split_at_checked(7) else { return Err(missing()) };
        if !scheme.eq_ignore_ascii_case(b"bearer ") {
            return Err(missing());
        }
        // Every token is compared, whichever fits: how long it takes tells nothing. Lengths are no secret.
        let mut scopes = 0u8;
        for (known, allowed) in &self.known {
            let is_same: Choice = known.as_slice().ct_eq(token);
            scopes = u8::conditional_select(&scopes, &allowed.bits(), is_same);
        }
        match Scopes::from_bits(scopes) {
            none if none == Scopes::default() => Err(Refusal::new(Reason::TOKEN_UNKNOWN, "the token is not known")),
            scopes => Ok(scopes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens() -> Tokens {
        Tokens::read("# backends\n0123456789abcdef decide rooms\n\nfedcba9876543210-op decide rooms operator # ops\n")
            .unwrap()
    }

    fn check(header: Option<&str>) -> Result<Scopes, Reason> {
        let mut headers = HeaderMap::new();
        header.map(|header| headers.insert(AUTHORIZATION, header.parse().unwrap()));
        tokens().check(&headers).map_err(|refusal| refusal.reason())
    }

    #[test]
    fn tokens_allow_their_scopes() {
        let scopes = check(Some("Bearer 0123456789abcdef")).unwrap();
        assert!(scopes.allow(Scope::Decide) && scopes.allow(Scope::Rooms) && !scopes.allow(Scope::Operator));
        assert_eq!(check(Some("bearer fedcba9876543210-op")), Ok(Scopes::ALL));
    }

    #[test]
    fn others_are_refused() {
        assert_eq!(check(None), Err(Reason::TOKEN_MISSING));
        assert_eq!(check(Some("Basic 0123456789abcdef")), Err(Reason::TOKEN_MISSING));
        for wrong in ["Bearer ", "Bearer 0123456789abcdeF", "Bearer 0123456789abcde", "Bearer 0123456789abcdef0"] {
            assert_eq!(check(Some(wrong)), Err(Reason::TOKEN_UNKNOWN), "{wrong}");
        }
    }

    #[test]
    fn files_are_read_strictly_and_secrets_are_not_shown() {
        assert_eq!(
            Tokens::read("short decide").unwrap_err(),
            "line 1: a token has 16 to 256 characters, this one has 5"
        );
        let error = Tokens::read("0123456789abcdef decide all").unwrap_err();
        assert_eq!(error, "line 1: \"all\" is no scope; there are decide, rooms, operator");
        assert_eq!(Tokens::read("\n0123456789abcdef").unwrap_err(), "line 2: the token has no scope");
        assert_eq!(Tokens::read("# none").unwrap_err(), "there is no token in it");
        assert_eq!(format!("{:?}", tokens()), "2 tokens");
    }
}
