//! Messages as they came. Most are read at once. Those that carry a history are handed on unread, because [`crate::borrowed`]
//! reads them without a string for each play.

use std::marker::PhantomData;

use prost::Message;
use prost::bytes::{Buf, Bytes};
use tonic::Status;
use tonic::codec::DecodeBuf;

/// What a codec can make of the bytes of one message.
pub trait FromFrame: Sized {
    /// Takes all bytes.
    fn from_frame(frame: &mut DecodeBuf<'_>) -> Result<Self, Status>;
}

impl<M: Message + Default> FromFrame for M {
    fn from_frame(frame: &mut DecodeBuf<'_>) -> Result<M, Status> {
        let bytes = frame.remaining();
        let read = match frame.chunk() {
            whole if whole.len() == bytes => read(whole),
            _ => return M::decode(frame).map_err(|error| unreadable(&error)),
        };
        frame.advance(bytes);
        read
    }
}

/// A message that is not decoded yet.
#[derive(Debug)]
pub struct Frame<M> {
    bytes: Bytes,
    message: PhantomData<fn() -> M>,
}

impl<M> FromFrame for Frame<M> {
    fn from_frame(frame: &mut DecodeBuf<'_>) -> Result<Frame<M>, Status> {
        Ok(Frame { bytes: frame.copy_to_bytes(frame.remaining()), message: PhantomData })
    }
}

impl<M: Message + Default> Frame<M> {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads it whole; refuses it in the words in which the codec does.
    pub fn read(&self) -> Result<M, Status> {
        read(&self.bytes)
    }
}

/// For those who call the service without a wire between.
impl<M: Message> From<M> for Frame<M> {
    fn from(message: M) -> Frame<M> {
        Frame { bytes: message.encode_to_vec().into(), message: PhantomData }
    }
}

fn read<M: Message + Default>(bytes: &[u8]) -> Result<M, Status> {
    M::decode(bytes).map_err(|error| unreadable(&error))
}

/// As tonic's own codec says it.
fn unreadable(error: &prost::DecodeError) -> Status {
    Status::internal(error.to_string())
}
